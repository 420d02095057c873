/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libclpwl for C++17: objects that own, and exceptions. A thin layer over <clpwl.h>, in this
 * header alone. Options are C's structs (`clpwl_design_options wish = CLPWL_DESIGN_INIT;`). Functions
 * without a counterpart here, such as clpwl_enqueue of <clpwl_cl.h>, are called with get():
 *
 *     clpwl::check(clpwl_enqueue(evaluator.get(), queue, x, y, n, 0, nullptr, nullptr));
 *
 * Objects move and do not copy. An object that was moved from holds nothing, and is only assigned
 * to or destroyed. The contracts of the C functions hold, those on threads too.
 *
 * What a callback throws passes through the library to the next check() of its thread: a status of C that is
 * not given to check() leaves the exception to a later call.
 */
#ifndef CLPWL_HPP
#define CLPWL_HPP

#if __cplusplus < 201703L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
#error "clpwl.hpp needs C++17, as by -std=c++17; <clpwl.h> is for older C++, too"
#endif

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#if __has_include(<span>) && __cplusplus >= 202002L
#include <span>
#endif
#include "clpwl.h"

namespace clpwl {

/* A call that failed: what() is the library's line. */
class error : public std::runtime_error {
public:
    explicit error(clpwl_status code) : std::runtime_error(clpwl_last_message()), code_(code) {}
    clpwl_status status() const noexcept { return code_; }

private:
    clpwl_status code_;
};

namespace detail {

/* What a callback threw, which cannot pass through the library. The next check() throws it. */
inline std::exception_ptr &thrown()
{
    thread_local std::exception_ptr exception;
    return exception;
}

template <typename T, void (*release)(T *)> struct deleter {
    void operator()(T *object) const noexcept { release(object); }
};

template <typename T, void (*release)(T *)> using owner = std::unique_ptr<T, deleter<T, release>>;

} // namespace detail

/* Throws what a callback threw; otherwise clpwl::error for a failure. */
inline void check(clpwl_status status)
{
    if (std::exception_ptr exception = std::exchange(detail::thrown(), nullptr))
        std::rethrow_exception(exception);
    if (status != CLPWL_OK)
        throw error(status);
}

/* What the four classes have in common: an object of C, which is given back. */
template <typename T, void (*release)(T *)> class object {
public:
    /* Takes over an object that a C function made. */
    explicit object(T *made) noexcept : owned_(made) {}
    T *get() const noexcept { return owned_.get(); }

protected:
    object() = default;
    /* Calls make(&pointer, arguments...) of C. */
    template <typename F, typename... A> void make(F function, A... arguments)
    {
        T *made = nullptr;
        clpwl_status status = function(&made, arguments...);
        take_over(made, status);
    }
    void take_over(T *made, clpwl_status status)
    {
        owned_.reset(made);
        check(status);
    }

private:
    detail::owner<T, release> owned_;
};

class function : public object<clpwl_function, clpwl_function_free> {
public:
    using object::object;
    /* A function of C++. Designs call it on their caller's thread; what it throws, they throw.
     *   a, b  its default domain */
    function(std::string name, std::function<double(double)> f, double a, double b)
    {
        auto kept = std::make_unique<std::function<double(double)>>(std::move(f));
        clpwl_function *made = nullptr;
        clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
        spec.name = name.c_str();
        spec.f = call;
        spec.user = kept.get();
        spec.release = drop;
        spec.a = a;
        spec.b = b;
        clpwl_status status = clpwl_function_create(&made, &spec);
        if (status == CLPWL_OK)
            kept.release(); /* the function's now */
        take_over(made, status);
    }
    static function from_catalogue(const std::string &text)
    {
        function f;
        f.make(clpwl_function_from_catalogue, text.c_str());
        return f;
    }
    static function from_formula(const std::string &formula)
    {
        function f;
        f.make(clpwl_function_from_formula, formula.c_str(), nullptr, std::size_t{ 0 });
        return f;
    }
    static function from_samples(const double *x, const double *y, std::size_t n,
                                 const std::string &name = "samples")
    {
        function f;
        f.make(clpwl_function_from_samples, name.c_str(), x, y, n);
        return f;
    }
    double operator()(double x) const
    {
        double y = 0;
        check(clpwl_function_value(get(), x, &y));
        return y;
    }
    std::string name() const { return clpwl_function_name(get()); }

private:
    function() = default;
    static double call(double x, void *user) noexcept
    {
        if (!detail::thrown())
            try {
                return (*static_cast<std::function<double(double)> *>(user))(x);
            } catch (...) {
                detail::thrown() = std::current_exception();
            }
        return std::numeric_limits<double>::quiet_NaN();
    }
    static void drop(void *user) { delete static_cast<std::function<double(double)> *>(user); }
};

class table : public object<clpwl_table, clpwl_table_free> {
public:
    using object::object;
    /* A design. */
    explicit table(const function &f, const clpwl_design_options &options = CLPWL_DESIGN_INIT)
    {
        make(clpwl_design, static_cast<const clpwl_function *>(f.get()), &options);
    }
    static table load(const std::string &path)
    {
        table t;
        t.make(clpwl_table_load, path.c_str());
        return t;
    }
    static table load_text(std::string_view text)
    {
        table t;
        t.make(clpwl_table_load_text, text.data(), text.size());
        return t;
    }
    void save(const std::string &path) const { check(clpwl_table_save(get(), path.c_str())); }
    std::string text() const
    {
        char *text = nullptr;
        std::size_t length = 0;
        check(clpwl_table_save_text(get(), &text, &length));
        return take(text, length);
    }
    /* The table as source text of another language. */
    std::string source(clpwl_language language, const std::string &name) const
    {
        char *text = nullptr;
        check(clpwl_table_export(get(), language, name.c_str(), &text));
        return take(text, std::char_traits<char>::length(text));
    }
    table inverse(clpwl_extend extend = CLPWL_EXTEND_CLAMP) const
    {
        table t;
        t.make(clpwl_table_inverse, static_cast<const clpwl_table *>(get()), extend);
        return t;
    }
    /* In double, on the host. */
    double operator()(double x) const { return clpwl_table_value(get(), x); }
    double derivative(double x) const { return clpwl_table_derivative(get(), x); }
    double integral(double from, double to) const { return clpwl_table_integral(get(), from, to); }
    std::size_t segments() const { return clpwl_table_segments(get()); }
    /* segments() + 1 numbers each; the table's own. */
    const double *knots() const { return clpwl_table_knots(get()); }
    const double *values() const { return clpwl_table_values(get()); }
    std::pair<double, double> domain() const
    {
        std::pair<double, double> ends;
        clpwl_table_domain(get(), &ends.first, &ends.second);
        return ends;
    }
    clpwl_symmetry symmetry() const { return clpwl_table_symmetry(get()); }
    clpwl_storage storage() const { return clpwl_table_storage(get()); }
    clpwl_error measured() const { return clpwl_table_measured(get()); }
    clpwl_error proved() const { return clpwl_table_proved(get()); }

private:
    table() = default;
    static std::string take(char *text, std::size_t length)
    {
        detail::owner<void, clpwl_free> owned(text);
        return std::string(text, length);
    }
};

class context : public object<clpwl_context, clpwl_context_free> {
public:
    using object::object;
    /* The best device, or the one that the options name. */
    explicit context(const clpwl_context_options &options = CLPWL_CONTEXT_INIT)
    {
        make(clpwl_context_create, &options);
    }
    /* A device by its index, kind or name. */
    explicit context(const std::string &device) : context(named(device)) {}
    const clpwl_device_info &info() const { return *clpwl_context_info(get()); }

private:
    static clpwl_context_options named(const std::string &device)
    {
        clpwl_context_options options = CLPWL_CONTEXT_INIT;
        options.device = device.c_str();
        return options;
    }
};

class evaluator : public object<clpwl_evaluator, clpwl_evaluator_free> {
public:
    using object::object;
    /* A table on the host. */
    explicit evaluator(const table &t, const clpwl_evaluator_options &options = CLPWL_EVALUATOR_INIT)
    {
        make(clpwl_evaluator_create, static_cast<clpwl_context *>(nullptr),
             static_cast<const clpwl_table *>(t.get()), &options);
    }
    /* A table on a device. Table and context may be destroyed. */
    evaluator(const context &device, const table &t,
              const clpwl_evaluator_options &options = CLPWL_EVALUATOR_INIT)
    {
        make(clpwl_evaluator_create, device.get(), static_cast<const clpwl_table *>(t.get()),
             &options);
    }
    /* Two to four tables that one look-up reads. */
    evaluator(const context &device, const std::vector<const table *> &tables,
              const clpwl_evaluator_options &options = CLPWL_EVALUATOR_INIT)
    {
        std::vector<const clpwl_table *> all;
        for (const table *t : tables)
            all.push_back(t->get());
        make(clpwl_evaluator_create_vector, device.get(),
             static_cast<const clpwl_table *const *>(all.data()), all.size(), &options);
    }
    /* y has n times lanes() floats. */
    void operator()(const float *x, float *y, std::size_t n) { check(clpwl_eval(get(), x, y, n)); }
    std::vector<float> operator()(const std::vector<float> &x)
    {
        std::vector<float> y(x.size() * lanes());
        (*this)(x.data(), y.data(), x.size());
        return y;
    }
    /* Halves, by their bits: clpwl_eval_half. */
    void half(const std::uint16_t *x, std::uint16_t *y, std::size_t n)
    {
        check(clpwl_eval_half(get(), x, y, n));
    }
#ifdef __cpp_lib_span
    void operator()(std::span<const float> x, std::span<float> y)
    {
        if (y.size() != x.size() * lanes())
            throw std::invalid_argument("y has " + std::to_string(y.size()) + " floats, not " +
                                        std::to_string(x.size() * lanes()));
        (*this)(x.data(), y.data(), x.size());
    }
#endif
    std::size_t lanes() const { return clpwl_evaluator_lanes(get()); }
    std::string method() const { return clpwl_evaluator_method(get()); }
    std::string device() const { return clpwl_evaluator_device(get()); }
    clpwl_error error() const { return clpwl_evaluator_error(get()); }
    clpwl_error half_error() const { return clpwl_evaluator_half_error(get()); }
};

} // namespace clpwl

#endif
