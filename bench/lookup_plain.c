/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lookup_loops.h"

const lookup_loops loops_plain = {"plain", sum, sum_by_hand, chain, chain_by_hand};
