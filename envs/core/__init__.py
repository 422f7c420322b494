"""What any card game here is made of: kernels, cards, records, options, layouts, randomness."""
