/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which names a table can have in a kernel. */
#include "cl/evaluator/source.h"

clpwl_status clpwl__check_table_name(const char *name)
{
    clpwl_status status = CLPWL_OK;
    CHECK(name, CLPWL_ERR_ARGUMENT, "a table's name is NULL; expected a C identifier");
    CHECK(clpwl__is_identifier(name), CLPWL_ERR_ARGUMENT,
          "\"%s\" cannot be a table's name in a kernel: it is not a C identifier", name);
    CHECK(!clpwl__is_reserved(name, CLPWL_LANGUAGE_OPENCL), CLPWL_ERR_ARGUMENT,
          "\"%s\" cannot be a table's name in a kernel: OpenCL C or libclpwl uses it; try my_%s",
          name, name);
done:
    return status;
}
