"""Rules of thumb that Skat and Ramsch share (rules, 9).

*Unseen* cards are not in the own hand, not played, and not in a skat the player knows. A *boss* is a card that wins the
present trick so far and that no unseen card of its suit beats. (Section 9 says "no unseen card". That a plain card may yet be
trumped is left aside: counting the trumps, no plain card is a boss before they are gone, and defenders do worse.)
Where section 9 leaves a tie, the lower rank comes first, then the lower card number.
"""
