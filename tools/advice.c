/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "advice.h"
#include <math.h>
#include "common/message.h"

/* An end of the domain that fp32 rounds outwards is outside: no error of the table holds there. By clamp it
 * has the value of the last number inside. */
static void note_end(const clpwl_function *f, const clpwl_table *table, double end, double other)
{
    const int is_clamped = clpwl_table_extend(table) == CLPWL_EXTEND_CLAMP;
    const float rounded = (float)end, read = is_clamped ? nextafterf(rounded, (float)other) : rounded;
    double error = clpwl_table_executed_error(table, NULL).linf, right;
    int is_outside = end > other ? rounded > end : rounded < end;
    if (!is_outside || clpwl_function_value(f, end, &right) != CLPWL_OK)
        return;
    double value = clpwl_table_value(table, read);
    if (!(fabs(value - right) <= error))
        app_note("in fp32 the end %.9g of the domain is %.9g, outside: the value there is %.9g, and "
                 "f is %.9g; a domain that ends at %.17g contains it",
                 end, rounded, value, right, rounded);
}

void advice_print(const clpwl_function *f, const clpwl_design_options *o, const clpwl_table *table)
{
    double a, b;
    clpwl_table_domain(table, &a, &b);
    if (o->weight) /* whose error there may count little */
        return;
    note_end(f, table, a, b);
    note_end(f, table, b, a);
}
