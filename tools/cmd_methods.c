/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl methods: the evaluation methods, and which of them can read a table on a device. */
#include <stdio.h>
#include <string.h>
#include "commands.h"
#include "json.h"
#include "open_device.h"
#include "source.h"

typedef struct job {
    const char *device;
    int json;
    clpwl_context *context; /* NULL: the host alone */
    clpwl_table *tables[2]; /* one of each partition, or the table that was named */
    size_t count;
} job;

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_DEVICE(device),
    APP_SWITCH(0, "json", json, "prints the list as JSON"),
    APP_OPTIONS_END,
};

/* Two small tables, which every method reads that the device allows. */
static int make_tables(job *j)
{
    int code = 0;
    clpwl_function *f = NULL;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    TRY_LIB(clpwl_function_from_catalogue(&f, "exp"));
    o.aim = CLPWL_AIM_NONE;
    o.segments = 4;
    for (; j->count < 2; j->count++) {
        o.partition = j->count ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        TRY_LIB(clpwl_design(&j->tables[j->count], f, &o));
    }
done:
    clpwl_function_free(f);
    return code;
}

/* Whether the method reads one of the tables. Otherwise `reason` is that of the first table, unless
 * the method reads the other partition. */
static int can_read(const job *j, const clpwl_method_info *m, char reason[512])
{
    static const char partition[] = " does not read the ";
    int can = 0;
    snprintf(reason, 512, "%s", j->context || m->host ? partition : "it needs an OpenCL device");
    for (size_t k = 0; k < j->count && !can && (j->context || m->host); k++) {
        clpwl_evaluator *e = NULL;
        clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
        how.method = m->name;
        can = clpwl_evaluator_create(&e, m->host ? NULL : j->context, j->tables[k], &how) ==
              CLPWL_OK;
        clpwl_evaluator_free(e);
        if (!can && strstr(reason, partition))
            snprintf(reason, 512, "%s", clpwl_last_message());
    }
    return can;
}

/* Two methods of one name read the two partitions, the uniform one first. */
static int list(const job *j)
{
    enum { LEFT = 20 };
    char text[256], reason[512];
    json_t *all = json_array();
    if (!j->json)
        printf("Methods on %s. `clpwl methods TABLE` lists those for a table.\n\n"
               "yes auto            times all that work here, and takes the fastest whose error\n"
               "                    meets the target; the default\n",
               j->context ? clpwl_context_info(j->context)->name : "the host");
    for (size_t i = 0; i < clpwl_method_count(); i++) {
        const clpwl_method_info *m = clpwl_method(i), *next = clpwl_method(i + 1);
        int is_pair = next && strcmp(m->name, next->name) == 0, can = can_read(j, m, reason);
        i += (size_t)is_pair;
        snprintf(text, sizeof text, "%s%s%s", m->text, is_pair ? "; optimized partition: " : "",
                 is_pair ? next->text : "");
        if (j->json) {
            json_array_append_new(all, json_make("method:s text:s host:b works:b reason:s", m->name,
                                                 text, m->host, can, can ? NULL : reason));
            continue;
        }
        printf("%-4s%-15s ", can ? "yes" : "no", m->name);
        app_print_wrapped(text, LEFT, LEFT);
        if (!can) {
            printf("%*s", LEFT, "");
            app_print_wrapped(reason, LEFT, LEFT);
        }
    }
    if (j->json)
        return json_print(all);
    json_decref(all);
    return 0;
}

static int run(void *options, int count, char **operands)
{
    job *j = options;
    int code = 0;
    if (count) {
        TRY(table_open(operands[0], &j->tables[0]));
        j->count = 1;
    } else {
        TRY(make_tables(j));
    }
    TRY(open_device(j->device, NULL, &j->context));
    TRY(list(j));
done:
    clpwl_context_free(j->context);
    for (size_t k = 0; k < 2; k++)
        clpwl_table_free(j->tables[k]);
    return code;
}

const app_command methods_command = {
    .name = "methods",
    .summary = "lists the evaluation methods, and which work here",
    .synopsis = "[TABLE] [OPTION ...]",
    .text = "Lists every method, whether it can read TABLE on the device, and why not if it cannot. "
            "Without TABLE small tables are tried. --method takes these names.\n",
    .most = 1,
    .rows = {{rows, 0, 0}},
    .size = sizeof(job),
    .run = run,
};
