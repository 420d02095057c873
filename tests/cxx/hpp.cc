/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl.hpp: ownership, values, exceptions; clpwl_lookup.h. Built as C++17 and as C++20 by tests/cli/cxx.sh. */
#include <clpwl.hpp>
#include <clpwl_lookup.h>
#include <cmath>
#include <cstdio>
#include <type_traits>

static int failures;

static void expect(bool is_true, const char *what)
{
    std::printf("%s: %s\n", is_true ? "ok" : "FAILED", what);
    failures += !is_true;
}

/* fails NAME CODE PART F: F throws clpwl::error of that code, and its line has PART. */
template <typename F> static void fails(const char *name, clpwl_status code, const char *part, F f)
{
    try {
        f();
        expect(false, name);
    } catch (const clpwl::error &e) {
        expect(e.status() == code && std::string(e.what()).find(part) != std::string::npos, name);
    }
}

template <typename T> constexpr bool moves_only =
    !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T> &&
    std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T>;
static_assert(moves_only<clpwl::function> && moves_only<clpwl::table> &&
              moves_only<clpwl::context> && moves_only<clpwl::evaluator>);

struct odd_exception {
    double x;
};

static void check_functions()
{
    int calls = 0;
    {
        clpwl::function f("square", [&calls](double x) { calls++; return x * x; }, 0, 2);
        expect(f(1.5) == 2.25 && calls == 1 && f.name() == "square", "a lambda is a function");
        clpwl::function other = std::move(f);
        expect(!f.get() && other(0.5) == 0.25, "a function moves");
        f = clpwl::function::from_catalogue("bessel_j0");
        expect(f(0) == 1, "a function of the catalogue");
    }
    auto state = std::make_shared<int>(0);
    {
        clpwl::function f("counted", [state](double x) { return x + *state; }, 0, 1);
        expect(state.use_count() == 2, "a lambda is kept");
    }
    expect(state.use_count() == 1, "a lambda is destroyed with its function");
    fails("a domain", CLPWL_ERR_ARGUMENT, "", [state] {
        clpwl::function f("reversed", [state](double x) { return x + *state; }, 1, 0);
    });
    expect(state.use_count() == 1, "a lambda is destroyed if there is no function");
    fails("a name", CLPWL_ERR_UNKNOWN_NAME, "bessel_j0",
          [] { clpwl::function::from_catalogue("besel_j0"); });
    const double x[] = { 0, 1, 2 }, y[] = { 0, 2, 4 };
    expect(std::fabs(clpwl::function::from_samples(x, y, 3)(0.5) - 1) < 1e-12, "samples");
    fails("beyond samples", CLPWL_ERR_NOT_FINITE, "",
          [&] { clpwl::function::from_samples(x, y, 3)(3); });
}

static void check_exceptions()
{
    clpwl::function f("thrower", [](double x) -> double {
        if (x > 0.7)
            throw odd_exception{ x };
        return x;
    }, 0, 1);
    double at = 0;
    try {
        clpwl::table t(f);
    } catch (const odd_exception &e) {
        at = e.x;
    }
    expect(at > 0.7, "a design throws what its function threw");
    expect(f(0.5) == 0.5, "the exception is thrown once");
}

static void check_tables()
{
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    wish.aim = CLPWL_AIM_NONE;
    wish.segments = 8;
    wish.b = 1;
    clpwl::table t(clpwl::function::from_formula("1+x^2"), wish);
    expect(t.segments() == 8 && t.domain() == std::pair<double, double>(0, 1), "a design");
    expect(t.knots()[8] == 1 && t.values()[8] == 2 && t(0.5) == 1.25, "its numbers");
    /* A chord of x^2 errs by h^2 / 4. */
    expect(std::fabs(t.measured().linf - 1.0 / 256) < 1e-9, "its error");
    expect(std::fabs(t.derivative(0.06) - 0.125) < 1e-12 &&
           std::fabs(t.integral(0, 1) - (4.0 / 3 + 1.0 / 384)) < 1e-12, "its calculus");
    expect(std::fabs(t.inverse()(1.25) - 0.5) < 1e-12, "its inverse");
    std::string text = t.text();
    expect(clpwl::table::load_text(text).text() == text, "its text");
    t.save("hpp.clpwl");
    expect(clpwl::table::load("hpp.clpwl").text() == text, "its file");
    expect(t.source(CLPWL_LANGUAGE_C, "bowl").find("float bowl(float x)") != std::string::npos,
           "its source");
    fails("a file", CLPWL_ERR_IO, "absent.clpwl", [] { clpwl::table::load("absent.clpwl"); });
    fails("a text", CLPWL_ERR_FORMAT, "", [] { clpwl::table::load_text("not a table"); });

    clpwl::evaluator on_host(t);
    const std::vector<float> y = on_host({ 0.0f, 0.5f, 2.0f });
    expect(y == std::vector<float>{ 1.0f, 1.25f, 2.0f } && on_host.device() == "host",
           "values on the host");
    clpwl_lookup_table one = CLPWL_LOOKUP_TABLE_INIT;
    expect(clpwl_lookup_prepare(&one, t.get()) == CLPWL_OK && clpwl_lookup(&one, 0.5f) == 1.25f &&
           clpwl_lookup(&one, 2.0f) == 2.0f, "one value");
    clpwl_lookup_release(&one);
    std::uint16_t half = 0x3800; /* 0.5 */
    on_host.half(&half, &half, 1);
    expect(half == 0x3d00 && on_host.half_error().linf >= on_host.error().linf, "a half, 1.25");
#ifdef __cpp_lib_span
    const float in[] = { 0.5f, 1.0f };
    float out[2];
    on_host(std::span<const float>(in), std::span<float>(out));
    expect(out[0] == 1.25f && out[1] == 2.0f, "spans");
    bool refused = false;
    try {
        on_host(std::span<const float>(in), std::span<float>(out, 1));
    } catch (const std::invalid_argument &) {
        refused = true;
    }
    expect(refused, "a span that is too short");
#endif
}

static void check_device()
{
    clpwl::context device;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    wish.aim = CLPWL_AIM_NONE;
    wish.segments = 8;
    wish.b = 1;
    clpwl::table square(clpwl::function::from_formula("x^2"), wish);
    clpwl::table line(clpwl::function::from_formula("2*x"), wish);
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    how.method = "buffer";
    clpwl::evaluator both(device, { &square, &line }, how);
    expect(both.lanes() == 2 && both.method() == "buffer" && both.error().linf > 0.0019,
           "an evaluator of two tables");
    expect(both({ 0.5f }) == std::vector<float>{ 0.25f, 1.0f }, "their values");
    expect(clpwl::evaluator(device, square, how)({ 0.5f }) == std::vector<float>{ 0.25f },
           "values on a device");
    expect(both.device() == device.info().name, "the device's name");
    fails("a device", CLPWL_ERR_NO_DEVICE, "no such", [] { clpwl::context("no such"); });
}

int main()
{
    check_functions();
    check_exceptions();
    check_tables();
    check_device();
    return failures != 0;
}
