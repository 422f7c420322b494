"""What Skat and Ramsch share: the pack, the deal, tricks, pushing the skat, Kontra, scores, the match, and what one sees of it.

Source: the rules of Skat and Schieberamsch, cited by section. The functions work on any record that has the fields of
`state.FIELDS` and on any options that have the names used. Actions are a game's own: what was said comes in as a truth value.

The three who play a deal sit at *positions*: forehand 0, middlehand 1, rearhand 2. All fields of a deal are by position, lists
are by seat. Card sets are bits of an int64; card number = 8 * suit + rank, suits CSHD, ranks 789TJQKA.
"""
