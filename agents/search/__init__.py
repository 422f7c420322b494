"""Search: what looks ahead instead of knowing by rule or by heart."""
