/* XSkat's decisions as functions of a library. XSkat keeps the whole deal in global arrays, which these fill and read.

   Players are positions: 0 forehand, 1 middlehand, 2 rearhand. Cards are XSkat's numbers: 8 * suit + rank, suits diamonds,
   hearts, spades, clubs, ranks A T K Q J 9 8 7. A kind of game is a suit, -1 Null, 4 Grand, 5 Ramsch. */

#include <string.h>
#include "defs.h"
#include "skat.h"
#include "ramsch.h"
#include "null.h"
#include "text.h"

enum { RAMSCH = 5 };

/* XSkat's dialog that tells the others who took the skat. */
int di_verdoppelt(f, kl) int f, kl;
{
  sramschstufe++;
  prot2.verdopp[spieler] = kl + 1;
  return 1;
}

static void deal_cards(const int *hands, const int *skat) {
  memcpy(cards, hands, 30 * sizeof(int));
  memcpy(cards + 30, skat, 2 * sizeof(int));
}

static void set_bid(int bid) {
  reizp = 0;
  while (reizw[reizp] < bid && reizw[reizp] != 999) reizp++;
}

/* A new deal: 30 cards by position, and the skat. */
void xs_deal(const int *hands, const int *skat) {
  int i;
  deal_cards(hands, skat);
  memset(&prot2, 0, sizeof prot2);
  memset(gespcd, 0, sizeof gespcd);
  memset(gespfb, 0, sizeof gespfb);
  memset(hatnfb, 0, sizeof hatnfb);
  numsp = butternok = gstsum = astsum = ndichtw = reizp = vmh = handsp = karobubeanz = gedr = 0;
  schnang = schwang = ouveang = spitzeang = revolang = spitzezaehlt = revolution = 0;
  kontrastufe = schenkstufe = bockspiele = ramschspiele = klopfen = oldrules = playramsch = rskatloser = sramschstufe = 0;
  playsramsch = sager = stich = 1;
  geber = 2;
  hoerer = ausspl = 0;
  trumpf = -1;
  for (i = 0; i < 3; i++) {
    strateg[i] = rstsum[i] = rstich[i] = ggdurchm[i] = 0;
    naussplfb[i] = -1;
  }
}

/* The highest value that a player would call or hold. */
int xs_highest_bid(int player) {
  calc_rw(player);
  return maxrw[player];
}

/* Whether a player declares a Grand from the hand instead of a Ramsch. */
int xs_declares_grand_hand(int player) { return testgrandhand(player); }

/* What a declarer would do: out becomes kind of game, whether from the hand, whether ouvert, the two discards. */
void xs_plan(int player, int bid, int *out) {
  calc_rw(player);
  spieler = player;
  set_bid(bid);
  drkcd = handsp = stsum = vmh = gedr = ouveang = revolang = spitzeang = 0;
  memcpy(spcards, cards + 10 * player, 10 * sizeof(int));
  memcpy(spcards + 10, cards + 30, 2 * sizeof(int));
  save_skat(0);
  calc_drueck();
  out[0] = trumpf;
  out[1] = handsp;
  out[2] = ouveang;
  out[3] = cards[30];
  out[4] = cards[31];
}

/* In Schieberamsch: whether a player pushes the skat on; otherwise the two cards that are passed on are in out. */
int xs_pushes(int player, const int *hand, const int *skat, const int *pushed, int *out) {
  int i;
  memcpy(cards + 10 * player, hand, 10 * sizeof(int));
  memcpy(cards + 30, skat, 2 * sizeof(int));
  for (i = 0; i < 3; i++) prot2.verdopp[i] = pushed[i];
  trumpf = RAMSCH;
  spieler = vmh = player;
  ausspl = gedr = 0;
  playsramsch = 1;
  comp_sramsch(player);
  vmh = 0;
  out[0] = cards[30];
  out[1] = cards[31];
  return prot2.verdopp[player];
}

/* Play begins: hands and skat as they are now, the skat as it was dealt; declarer and what follows matter unless it is Ramsch. */
void xs_begin_play(const int *hands, const int *skat, const int *dealt, int declarer, int bid, int kind, int hand, int ouvert) {
  int i;
  trumpf = kind;
  deal_cards(hands, dealt);
  save_skat(0);
  deal_cards(hands, skat);
  save_skat(1);
  memset(gespcd, 0, sizeof gespcd);
  trumpf = kind;
  handsp = hand;
  ouveang = ouvert;
  stich = schwz = 1;
  vmh = nullv = spitzeok = ausspl = revolang = schnang = schwang = spitzeang = 0;
  phase = SPIELEN;
  if (kind == RAMSCH) {
    spieler = geber;
    reizp = -1;
    stsum = 0;
    init_null();
    return;
  }
  spieler = declarer;
  set_bid(bid);
  stsum = cardw[cards[30] & 7] + cardw[cards[31] & 7];
  if (!hand) gespcd[cards[30]] = gespcd[cards[31]] = 1;
  sptruempfe = 0;
  for (i = 10 * spieler; i < 10 * spieler + 10; i++) {
    if ((cards[i] & 7) == BUBE || cards[i] >> 3 == trumpf) sptruempfe++;
  }
  karobube();
  init_null();
}

/* What XSkat works out before a player decides on a card. */
static void look(int player) {
  int i, l = left(spieler), r = right(spieler);
  if (player == spieler && trumpf != RAMSCH) {
    adjfb(l, 2);
    adjfb(r, 2);
    for (i = 0; i < 5; i++) {
      if (hatnfb[l][i] && hatnfb[r][i]) continue;
      if (hatnfb[l][i] == 2) hatnfb[l][i] = 0;
      if (hatnfb[r][i] == 2) hatnfb[r][i] = 0;
    }
  }
  if (ouveang) adjfb(spieler, 1);
  calc_poss(player);
}

/* The cards played so far, in their order. 0: somebody did not hold theirs. */
int xs_play(const int *played, int count) {
  int i, k, player;
  for (k = 0; k < count; k++) {
    player = (ausspl + vmh) % 3;
    look(player);
    for (i = 10 * player; i < 10 * player + 10 && cards[i] != played[k]; i++) {}
    if (i == 10 * player + 10) return 0;
    stcd[vmh] = played[k];
    gespcd[played[k]] = 2;
    if ((played[k] & 7) != BUBE) gespfb[played[k] >> 3]++;
    cards[i] = -1;
    if (++vmh == 3) {
      get_next();
      vmh = 0;
      stich++;
    }
  }
  return 1;
}

/* The card that a player plays. */
int xs_choose(int player, long random) {
  look(player);
  setrnd(&seed[1], random);
  rnd(1);
  rnd(1);
  make_best(player);
  return cards[possi[playcd]];
}
