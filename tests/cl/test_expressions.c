/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue: values, kinks, and the OpenCL C of its functions and of formulas on a device. */
#include "base/internal.h"
#include "cl/cl_suite.h"
#include "support/wish.h"

/* Values by mpmath in 40 digits. Each function of the catalogue has a row. The branches of sRGB's functions meet
 * at 0.04045 and at 0.0031308. */
static const struct {
    const char *name;
    double x[3], f[3];
} rows[] = {
    {"abs", {-1.5, 0.25, 2}, {1.5, 0.25, 2.0}},
    {"acos", {-1, -0.3, 0.99}, {3.14159265358979324, 1.87548898081029412, 0.141539473324427282}},
    {"airy_ai", {-8, 0.5, 5}, {-0.0527050503563862026, 0.23169360648083349, 0.000108344428136074417}},
    {"airy_bi", {-8, 0.5, 2}, {-0.33125158075113786, 0.854277043103155493, 3.29809499997821471}},
    {"asin", {-1, -0.3, 0.99}, {-1.57079632679489662, -0.304692654015397496, 1.42925685347046934}},
    {"atan", {-8, 0.1, 3}, {-1.44644133224813518, 0.0996686524911620329, 1.24904577239825443}},
    {"bessel_i0", {0, 1.5, 5}, {1.0, 1.64672318977289084, 27.2398718236044469}},
    {"bessel_j0", {0, 3.5, 20}, {1.0, -0.380127739987263377, 0.167024664340583155}},
    {"bessel_j1", {0.25, 3, 20}, {0.124025977322726923, 0.339058958525936459, 0.0668331241758500456}},
    {"bessel_k0", {0.125, 1.5, 10}, {2.20786908674497006, 0.213805562647525737, 0.0000177800623161676518}},
    {"bessel_y0", {0.125, 3, 20}, {-1.38968062514384053, 0.376850010012790382, 0.0626405968093838312}},
    {"clamp", {-1.5, 0.3, 2}, {-1.0, 0.299999999999999989, 1.0}},
    {"clamp:lo=2,hi=7", {1, 3.7, 8}, {2.0, 3.70000000000000018, 7.0}},
    {"cos", {0, 2.5, 6}, {1.0, -0.801143615546933715, 0.960170286650366021}},
    {"dawson", {0.25, 2, 10}, {0.239839163562898212, 0.301340388923791966, 0.050253847187598528}},
    {"elliptic_k", {0, 0.5, 0.9375}, {1.57079632679489662, 1.85407467730137192, 2.80120608466520405}},
    {"erf", {-4, 0.1, 1.5}, {-0.9999999845827421, 0.112462916018284898, 0.966105146475310727}},
    {"erfc", {0, 1.5, 5}, {1.0, 0.0338948535246892729, 1.53745979442803485e-12}},
    {"erfcx", {-2, 1.5, 20}, {108.940904389977972, 0.321585416454317502, 0.0281743487410513193}},
    {"exp", {-8, -0.7, 0}, {0.000335462627902511839, 0.496585303791409537, 1.0}},
    {"expint", {0.125, 1.5, 10}, {1.62342564058416879, 0.100019582406632652, 4.15696892968532428e-6}},
    {"fermi_dirac_half", {-5, 0.5, 15}, {0.00672195431450591271, 1.1173314873128224, 43.9425224877221761}},
    {"gaussian", {0, 1.5, 8}, {1.0, 0.32465246735834973, 1.26641655490941757e-14}},
    {"gaussian:mu=-1.5,sigma=0.25", {-2, -1.5, 0}, {0.135335283236612692, 1.0, 1.52299797447126284e-8}},
    {"gelu", {-4, 0.5, 4}, {-0.000126684967332479685, 0.345731230637006552, 3.99987331503266752}},
    {"inverse", {0.125, 1.7, 10}, {8.0, 0.588235294117647074, 0.1}},
    {"lambert_w", {-0.25, 0.5, 10}, {-0.357402956181388903, 0.351733711249195826, 1.74552800274069938}},
    {"lanczos", {0, 0.75, 2.5}, {1.0, 0.270189823046234057, 0.0243170840741610651}},
    {"lanczos:lobes=5", {-3.25, 4.5, 5}, {-0.0302182578881539802, 0.00773085620633760644, 0.0}},
    {"leaky_relu", {-4, 0, 3}, {-0.04, 0.0, 3.0}},
    {"leaky_relu:slope=0.5", {-4, 0, 3}, {-2.0, 0.0, 3.0}},
    {"lennard_jones", {0.9375, 1.25, 3}, {2.78611334022664398, -0.773698093056, -0.00547944174423877721}},
    {"lennard_jones:sigma=2,epsilon=3", {1.875, 2.5, 6},
     {8.35834002067993194, -2.321094279168, -0.0164383252327163316}},
    {"lgamma", {1.25, 3.5, 10}, {-0.0982718364218131615, 1.20097360234707422, 12.8018274800814696}},
    {"log", {0.125, 1.7, 10}, {-2.07944154167983593, 0.53062825106217037, 2.30258509299404568}},
    {"log1p", {1e-09, 0.5, 10}, {9.99999999500000063e-10, 0.405465108108164382, 2.39789527279837054}},
    {"lorentzian", {0, 1.5, 20}, {0.318309886183790672, 0.0979415034411663605, 0.000793790239859827111}},
    {"lorentzian:x0=3,gamma=0.5", {2, 3, 13},
     {0.127323954473516269, 0.636619772367581343, 0.00158758047971965422}},
    {"mish", {-8, 0.5, 8}, {-0.00268325088254653751, 0.375245211304895105, 7.99999820064484229}},
    {"normal_cdf", {-4, 0.5, 4}, {0.0000316712418331199213, 0.691462461274013104, 0.99996832875816688}},
    {"normal_quantile", {0.001, 0.375, 0.999},
     {-3.09023230616781354, -0.318639363964375163, 3.09023230616781328}},
    {"planck", {0.001, 2.5, 12}, {9.99500083333331986e-7, 1.39727327865393771, 0.0106172641812768876}},
    {"power", {0.1, 0.75, 1}, {0.00630957344480193068, 0.531049225103382338, 1.0}},
    {"power:exponent=0.5", {0.1, 0.75, 2}, {0.316227766016837942, 0.866025403784438647, 1.41421356237309505}},
    {"relu", {-4, 0.5, 3}, {0.0, 0.5, 3.0}},
    {"rsqrt", {0.125, 1.7, 10}, {2.8284271247461901, 0.766964988847370447, 0.316227766016837933}},
    {"si", {0.25, 3, 20}, {0.249133570319757164, 1.84865252799946826, 1.54824170104343984}},
    {"sigmoid", {-8, 0.5, 8}, {0.000335350130466478104, 0.622459331201854565, 0.999664649869533522}},
    {"silu", {-8, 0.5, 8}, {-0.00268280104373182483, 0.311229665600927282, 7.99731719895626818}},
    {"sin", {0.1, 2.5, 6}, {0.0998334166468281578, 0.598472144103956494, -0.279415498198925873}},
    {"sinc", {0, 2.5, 20}, {1.0, 0.239388857641582598, 0.0456472625363813827}},
    {"sinc:omega=4", {0, 2.5, 5}, {1.0, -0.0544021110889369813, 0.0456472625363813827}},
    {"softplus", {-8, 0.5, 8}, {0.000335406372895768832, 0.974076984180106681, 8.00033540637289577}},
    {"sqrt", {0.1, 0.75, 1}, {0.316227766016837942, 0.866025403784438647, 1.0}},
    {"srgb_decode", {0.04, 0.041, 0.75},
     {0.00309597523219814248, 0.00317427870916663913, 0.522521553968391818}},
    {"srgb_encode", {0.003, 0.004, 0.75},
     {0.0387600000000000008, 0.050708713977347978, 0.880825021090299754}},
    {"tan", {-1.25, 0.1, 1}, {-3.00956967386283129, 0.100334672085450551, 1.55740772465490223}},
    {"tanh", {-4, 0.1, 2}, {-0.999329299739067044, 0.0996679946249558226, 0.964027580075816884}},
    {"tgamma", {1.25, 3.5, 5}, {0.906402477055477078, 3.32335097044784255, 24.0}},
    {"voigt", {0, 1.5, 10}, {0.208709280520367689, 0.126923801862848464, 0.00324873485976909523}},
    {"voigt:x0=100,sigma=2,gamma=4", {100, 104, 130},
     {0.0670629957080161071, 0.0426963752948729544, 0.00140816611003915092}},
    {"xlogx", {0, 0.3, 1}, {0.0, -0.361191841297780796, 0.0}},
    {"zeta", {1.125, 2.5, 10}, {8.5862412945105753, 1.34148725725091718, 1.00099457512781809}},
};
enum { ROWS = sizeof rows / sizeof *rows };

DEVICE_FIXTURE(open_context, close_context)

TEST(values_are_those_of_mpmath)
{
    size_t count, found = 0;
    const clpwl_catalogue_entry *e = clpwl_catalogue(&count);
    for (size_t i = 0; i < ROWS; i++) {
        clpwl_function *f;
        OK(clpwl_function_from_catalogue(&f, rows[i].name));
        found += found < count && strcmp(rows[i].name, e[found].name) == 0;
        for (int k = 0; k < 3; k++) {
            const double y = value_of(f, rows[i].x[k]), right = rows[i].f[k];
            EXPECT(fabs(y - right) <= 1e-14 * fabs(right), "%s(%g): %.17g, not %.17g", rows[i].name,
                   rows[i].x[k], y, right);
        }
        clpwl_function_free(f);
    }
    EXPECT(found == count, "%s has no row", e[found].name);
}

/* All others have none in their default domains. */
TEST(kinks_are_known)
{
    static const struct {
        const char *name;
        double x[2];
        size_t count;
    } kinked[] = {{"abs", {0}, 1}, {"clamp", {-1, 1}, 2}, {"clamp:lo=2,hi=7", {2, 7}, 2},
                  {"leaky_relu", {0}, 1}, {"leaky_relu:slope=0.5", {0}, 1}, {"relu", {0}, 1},
                  {"srgb_decode", {0.04045}, 1}, {"srgb_encode", {0.0031308}, 1}};
    size_t next = 0, count;
    for (size_t i = 0; i < ROWS; i++) {
        clpwl_function *f;
        OK(clpwl_function_from_catalogue(&f, rows[i].name));
        const double *x = clpwl_function_kinks(f, &count);
        if (next < sizeof kinked / sizeof *kinked && strcmp(rows[i].name, kinked[next].name) == 0) {
            ck_assert_uint_eq(count, kinked[next].count);
            for (size_t k = 0; k < count; k++)
                ck_assert(x[k] == kinked[next].x[k]);
            next++;
        } else {
            EXPECT(count == 0, "%s: a kink at %.17g", rows[i].name, x[0]);
        }
        clpwl_function_free(f);
    }
    ck_assert_uint_eq(next, sizeof kinked / sizeof *kinked);
}

/* Formulas of users, with all operations. */
static const struct {
    const char *formula;
    double a, b;
} formulas[] = {{"(1-cos(x))*3", -1, 1}, {"exp(x)-1", -1, 1}, {"ln(1+x)/2", 0, 3},
                {"x<1||x>2&&x!=2.5 ? -x^3 : min(x,max(2,x/2))", 0, 4}, {"abs(x<=1)+!(x==2)", 0, 3},
                {"pow(x,1.5)+x^-2+2^x", 0.5, 2}, {"fmod(x,3)+mod(x,0.75)+hypot(x,2)", 0.1, 0.7},
                {"atan2(x,2)+cbrt(x)+exp2(x)+sinc(3x)", -2, 2},
                {"round(x)*pi+floor(x)-ceil(x)/e", -2.2, 2.2}};
enum { FORMULAS = sizeof formulas / sizeof *formulas, ALL = ROWS + FORMULAS, POINTS = 1001 };

static float x[2 * ALL][POINTS], y[2 * ALL][POINTS];

/* Adds a function of the program, and its case. */
static void add_text(clpwl__text *functions, clpwl__text *cases, int k, const char *text)
{
    if (!text)
        return;
    clpwl__append(functions, "float f%d(float x) { return %s; }\n", k, text);
    clpwl__append(cases, "    case %d: v = f%d(v); break;\n", k, k);
}

static void run(const char *text)
{
    size_t items = 2 * ALL * POINTS;
    cl_int code;
    cl_mem in = clCreateBuffer(clpwl_context_cl(context), CL_MEM_COPY_HOST_PTR, sizeof x, x, &code);
    cl_mem out = clCreateBuffer(clpwl_context_cl(context), CL_MEM_READ_WRITE, sizeof y, NULL, &code);
    cl_program p = clCreateProgramWithSource(clpwl_context_cl(context), 1, &text, NULL, &code);
    static char log[1 << 16];
    code = clBuildProgram(p, 0, NULL, "-cl-std=CL1.2", NULL, NULL);
    if (code != CL_SUCCESS)
        clGetProgramBuildInfo(p, clpwl_context_device(context), CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    ck_assert_msg(code == CL_SUCCESS, "%.2000s", log);
    cl_kernel k = clCreateKernel(p, "mine", &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    clSetKernelArg(k, 0, sizeof in, &in);
    clSetKernelArg(k, 1, sizeof out, &out);
    cl_command_queue q = clpwl_context_queue(context);
    ck_assert_int_eq(clEnqueueNDRangeKernel(q, k, 1, NULL, &items, NULL, 0, NULL, NULL), CL_SUCCESS);
    ck_assert_int_eq(clEnqueueReadBuffer(q, out, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL), CL_SUCCESS);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseKernel(k);
    clReleaseProgram(p);
}

/* Of the largest value: a built-in has at most 16 ulp, and a few stand one after the other. native_ built-ins
 * have no bound; those of pocl are the others. */
static void check_near(const clpwl_function *f, int k)
{
    double largest = 0, most = 0, at = NAN;
    for (int i = 0; i < POINTS; i++) {
        const double right = value_of(f, x[k][i]), error = fabs((double)y[k][i] - right);
        largest = fmax(largest, fabs(right));
        if (!(error <= most)) {
            most = error;
            at = x[k][i];
        }
    }
    EXPECT(most <= 64 * EPS * largest, "%s at %.9g: off by %g of %g", clpwl_function_name(f), at, most,
           largest);
}

TEST(expressions_are_their_functions_on_the_device)
{
    clpwl_function *f[ALL];
    clpwl__text functions = {0}, cases = {0};
    double a, b;
    for (int i = 0; i < ALL; i++) {
        f[i] = function_of(i < ROWS ? rows[i].name : formulas[i - ROWS].formula);
        clpwl_function_domain(f[i], &a, &b);
        if (i >= ROWS) {
            ck_assert_ptr_nonnull(clpwl_function_opencl(f[i]));
            a = formulas[i - ROWS].a;
            b = formulas[i - ROWS].b;
        }
        for (int k = 0; k < POINTS; k++) { /* fp32 rounds ends to numbers outside, where acos is NaN */
            float at = (float)(a + (b - a) * k / (POINTS - 1));
            at = at < a ? nextafterf(at, INFINITY) : at > b ? nextafterf(at, -INFINITY) : at;
            x[i][k] = x[ALL + i][k] = at;
        }
        add_text(&functions, &cases, i, clpwl_function_opencl(f[i]));
        add_text(&functions, &cases, ALL + i, clpwl_function_opencl_native(f[i]));
    }
    clpwl__append(&functions, "kernel void mine(global const float *x, global float *y)\n{\n"
                  "    size_t i = get_global_id(0);\n    float v = x[i];\n    switch (i / %d) {\n%s    }\n"
                  "    y[i] = v;\n}\n", POINTS, cases.text);
    run(functions.text);
    for (int i = 0; i < ALL; i++) {
        if (clpwl_function_opencl(f[i]))
            check_near(f[i], i);
        if (clpwl_function_opencl_native(f[i]) &&
            strstr(clpwl_context_info(context)->platform, "Portable Computing"))
            check_near(f[i], ALL + i);
        clpwl_function_free(f[i]);
    }
    clpwl__free(functions.text);
    clpwl__free(cases.text);
}

/* Its error has no bound in fp32, so that AUTO does not take it. sin(x)/x has a limit at 0, which Arb finds,
 * and no value. */
TEST(a_formula_is_exact_by_name_alone)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_verification v;
    for (int i = 0; i < 1 + clpwl_can_prove(); i++) {
        clpwl_table *t;
        wish w;
        begin_wish(&w, i ? "sin(x)/x" : "exp(-x^2)", "-1:3 N=4");
        OK(clpwl_design(&t, w.f, &w.o));
        o.max_error = 1e-5;
        o.method = NULL;
        FAILS(CLPWL_ERR_TARGET, "no method meets", clpwl_evaluator_create(&e, context, t, &o));
        o.method = "exact";
        if (i) {
            FAILS(CLPWL_ERR_UNSUPPORTED, "x = 0", clpwl_evaluator_create(&e, context, t, &o));
        } else {
            OK(clpwl_evaluator_create(&e, context, t, &o));
            OK(clpwl_verify(e, w.f, NULL, &v));
            ck_assert(v.holds && v.seen.linf < 8 * EPS);
            clpwl_evaluator_free(e);
        }
        clpwl_table_free(t);
        end_wish(&w);
    }
}
