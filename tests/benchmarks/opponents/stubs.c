/* What the rest of XSkat (windows, dialogs, network) would define: never reached while it only decides. */
#include "text.h"

#define NOTHING(name) int name() { return 0; }

tx_typ textarr[TX_NUM_TX];
char usrname[2][40];
char conames[2][2][40];

NOTHING(b_text) NOTHING(calc_desk) NOTHING(clear_info) NOTHING(clr_desk) NOTHING(di_ansage) NOTHING(di_copyr)
NOTHING(di_delliste) NOTHING(di_dicht) NOTHING(di_grandhand) NOTHING(di_hand) NOTHING(di_info) NOTHING(di_options)
NOTHING(di_proto) NOTHING(di_result) NOTHING(di_schieben) NOTHING(di_spiel) NOTHING(di_weiter) NOTHING(di_wiederweiter)
NOTHING(do_msaho) NOTHING(draw_skat) NOTHING(drop_card) NOTHING(exitus) NOTHING(givecard) NOTHING(hndl_events)
NOTHING(home_skat) NOTHING(info_reiz) NOTHING(info_spiel) NOTHING(info_stich) NOTHING(initscr) NOTHING(inv_box)
NOTHING(nimm_stich) NOTHING(put_box) NOTHING(put_fbox) NOTHING(putmark) NOTHING(rem_box) NOTHING(remmark)
NOTHING(revolutionscr) NOTHING(setcurs) NOTHING(show_hint) NOTHING(stdwait) NOTHING(waitt) NOTHING(xinit)
