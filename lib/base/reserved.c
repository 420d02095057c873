/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words that a language keeps from its programs, as its specification lists them: keywords,
 * built-in functions, and in C what the headers of an exported table declare. A list has its words
 * between blanks.
 */
#include <ctype.h>
#include <string.h>
#include "base/names.h"

enum {
    OPENCL = 1 << CLPWL_LANGUAGE_OPENCL,
    C = 1 << CLPWL_LANGUAGE_C,
    CUDA = 1 << CLPWL_LANGUAGE_CUDA,
    GLSL = 1 << CLPWL_LANGUAGE_GLSL,
    ALL = OPENCL | C | CUDA | GLSL
};

/* Functions of math.h: those that GLSL and OpenCL C have, too, those of OpenCL C, and others. */
static const char of_math_in_glsl[] =
    "acos acosh asin asinh atan atanh ceil cos cosh exp exp2 floor fma frexp isinf isnan ldexp log log2 "
    "modf pow round sin sinh sqrt tan tanh trunc";
static const char of_math_in_opencl[] =
    "acospi asinpi atan2 atan2pi atanpi cbrt copysign cospi erf erfc exp10 expm1 fabs fdim fmax fmin fmod "
    "hypot ilogb lgamma log10 log1p logb nan nextafter pown powr remainder remquo rint rootn rsqrt sincos "
    "sinpi tanpi tgamma";
static const char of_math_here[] =
    "canonicalize compoundn drem exp10m1 exp2m1 finite fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num "
    "fmaxmag fminimum fminimum_mag fminimum_mag_num fminimum_num fminmag fromfp fromfpx gamma getpayload j0 "
    "j1 jn llogb llrint llround log10p1 log2p1 logp1 lrint lround nearbyint nextdown nexttoward nextup "
    "pow10 roundeven scalb scalbln scalbn setpayload setpayloadsig significand totalorder totalordermag "
    "ufromfp ufromfpx y0 y1 yn";

static int is_end(const char *rest)
{
    return !*rest;
}

static int follows_any(const char *rest)
{
    (void)rest;
    return 1;
}

/* Any number behind a type is refused: it is near enough to a type. */
static int follows_number(const char *rest)
{
    return is_end(rest + strspn(rest, "0123456789"));
}

static int follows_family(const char *rest)
{
    return is_end(rest) || isdigit((unsigned char)*rest) || isupper((unsigned char)*rest);
}

/* Whether the name begins with a word of the list, and `follows` takes the rest. */
static int begins(const char *list, const char *name, int (*follows)(const char *rest))
{
    for (size_t n; *list; list += n + strspn(list + n, " ")) {
        n = strcspn(list, " ");
        if (strncmp(name, list, n) == 0 && follows(name + n))
            return 1;
    }
    return 0;
}

/* Each function of math.h has these suffixes, or none. */
static int follows_math(const char *rest)
{
    return is_end(rest) || begins("f l f16 f32 f64 f128 f32x f64x f_r l_r _r", rest, is_end);
}

static const struct {
    int languages;
    const char *words;
    int (*follows)(const char *rest);
} rows[] = {
    /* Keywords of C to C23, which all the languages have or keep. */
    {ALL,
     "alignas alignof asm auto bool break case char complex const constexpr continue default do double else "
     "enum extern false float for goto if imaginary inline int long main NULL nullptr register restrict "
     "return short signed sizeof static static_assert struct switch thread_local true typedef typeof "
     "typeof_unqual union unsigned void volatile while",
     is_end},
    /* CUDA's own. */
    {CUDA,
     "atomicAdd atomicAnd atomicCAS atomicDec atomicExch atomicInc atomicMax atomicMin atomicOr atomicSub "
     "atomicXor blockDim blockIdx brev clock clock64 gridDim llmax llmin mulhi norm popc rnorm saturate "
     "syncthreads threadIdx ullmax ullmin umax umin umul24 umulhi warpSize",
     is_end},
    /* GLSL 4.60 and ES 3.20. */
    {GLSL,
     "active allInvocations allInvocationsEqual anyInvocation atomic_uint attribute bitCount "
     "bitfieldExtract bitfieldInsert bitfieldReverse buffer bvec2 bvec3 bvec4 cast centroid coherent common "
     "determinant dFdx dFdxCoarse dFdxFine dFdy dFdyCoarse dFdyFine discard dmat2 dmat2x2 dmat2x3 dmat2x4 "
     "dmat3 dmat3x2 dmat3x3 dmat3x4 dmat4 dmat4x2 dmat4x3 dmat4x4 dvec2 dvec3 dvec4 EmitStreamVertex "
     "EmitVertex EndPrimitive EndStreamPrimitive equal external faceforward filter findLSB findMSB fixed "
     "flat floatBitsToInt floatBitsToUint ftransform fvec2 fvec3 fvec4 fwidth fwidthCoarse fwidthFine GL_ES "
     "greaterThan greaterThanEqual groupMemoryBarrier half highp hvec2 hvec3 hvec4 imulExtended in inout "
     "input intBitsToFloat interface interpolateAtCentroid interpolateAtOffset interpolateAtSample "
     "invariant inverse inversesqrt ivec2 ivec3 ivec4 layout lessThan lessThanEqual lowp mat2 mat2x2 mat2x3 "
     "mat2x4 mat3 mat3x2 mat3x3 mat3x4 mat4 mat4x2 mat4x3 mat4x4 matrixCompMult mediump memoryBarrier "
     "memoryBarrierAtomicCounter memoryBarrierBuffer memoryBarrierImage memoryBarrierShared mod noinline "
     "noise1 noise2 noise3 noise4 noperspective notEqual out outerProduct output packDouble2x32 "
     "packHalf2x16 packSnorm2x16 packSnorm4x8 packUnorm2x16 packUnorm4x8 partition patch precise precision "
     "readonly reflect refract resource roundEven sample shared smooth subpassLoad subroutine superp "
     "transpose uaddCarry uint uintBitsToFloat umulExtended unpackDouble2x32 unpackHalf2x16 unpackSnorm2x16 "
     "unpackSnorm4x8 unpackUnorm2x16 unpackUnorm4x8 usubBorrow uvec2 uvec3 uvec4 varying vec2 vec3 vec4 "
     "writeonly",
     is_end},
    /* OpenCL C 1.2 to 3.0 and its extensions; of the library, of compilers, and of families of built-in
     * functions. */
    {OPENCL,
     "abs_diff add_sat bit_reverse bitfield_extract_signed bitfield_extract_unsigned bitfield_insert "
     "bitselect capture_event_profiling_info cl_mem_fence_flags clk_event_t clk_profiling_info "
     "commit_read_pipe commit_write_pipe constant create_user_event ctz defined dot_4x8packed_ss_int "
     "dot_4x8packed_su_int dot_4x8packed_us_int dot_4x8packed_uu_uint dot_acc_sat "
     "dot_acc_sat_4x8packed_ss_int dot_acc_sat_4x8packed_su_int dot_acc_sat_4x8packed_us_int "
     "dot_acc_sat_4x8packed_uu_uint enqueue_kernel enqueue_marker event_t fast_distance fast_length "
     "fast_normalize generic global hadd is_valid_event is_valid_reserve_id isequal isnotequal isordered "
     "kernel kernel_enqueue_flags_t lgamma_r local mad mad24 mad_hi mad_sat maxmag mem_fence memory_order "
     "memory_scope minmag mul_hi ndrange_1D ndrange_2D ndrange_3D ndrange_t pipe popcount prefetch quad "
     "queue_t read_mem_fence read_only read_pipe read_write release_event reserve_id_t reserve_read_pipe "
     "reserve_write_pipe retain_event rhadd rotate sampler_t select set_user_event_status shuffle shuffle2 "
     "sub_sat to_global to_local to_private upsample vec_step wait_group_events write_mem_fence write_only "
     "write_pipe",
     is_end},
    /* C++, for C in its headers and for CUDA; the other words of math.h, stdint.h and string.h, and functions
     * that compilers know. */
    {C | CUDA,
     "abort aligned_alloc alloca and and_eq bcmp bcopy bitand bitor bzero calloc catch char16_t char32_t "
     "char8_t co_await co_return co_yield compl concept const_cast consteval constinit decltype delete div "
     "double_t dynamic_cast exit explicit explicit_bzero export ffs ffsl ffsll float_t fpclassify fprintf "
     "fputc fputs free friend fscanf fwrite index int16_t int32_t int64_t int8_t intmax_t isalnum isalpha "
     "iscanonical isdigit iseqsig islower issignaling isspace issubnormal isupper isxdigit iszero labs "
     "linux llabs locale_t malloc math_errhandling memccpy memchr memcmp memcpy memfrob memmem memmove "
     "mempcpy memrchr memset memset_explicit mutable new noexcept not_eq operator or or_eq protected putc "
     "putchar puts rawmemchr realloc reinterpret_cast requires rindex scanf signgam SIZE_MAX snprintf "
     "sprintf sscanf static_cast std stpcpy stpncpy strcasecmp strcasecmp_l strcasestr strcat strchr "
     "strchrnul strcmp strcoll strcoll_l strcpy strcspn strdup strerror strerror_l strerror_r strfry "
     "strlcat strlcpy strlen strncasecmp strncasecmp_l strncat strncmp strncpy strndup strnlen strpbrk "
     "strrchr strsep strsignal strspn strstr strtok strtok_r strverscmp strxfrm strxfrm_l throw tolower "
     "toupper try typeid typename uint16_t uint32_t uint64_t uint8_t uintmax_t unix virtual wchar_t xor "
     "xor_eq",
     is_end},
    {C | CUDA | GLSL,
     "class namespace not public template this using",
     is_end},
    {OPENCL | C | CUDA | GLSL,
     "abs",
     is_end},
    {OPENCL | C | CUDA,
     "INFINITY intptr_t isfinite isgreater isgreaterequal isless islessequal islessgreater isnormal "
     "isunordered MAXFLOAT NAN printf private ptrdiff_t signbit size_t uintptr_t",
     is_end},
    {OPENCL | CUDA | GLSL,
     "all any max min",
     is_end},
    {OPENCL | CUDA,
     "clz mul24",
     is_end},
    {OPENCL | GLSL,
     "barrier clamp cross degrees distance dot fract length mix normalize radians sign smoothstep step "
     "uniform",
     is_end},
    {C | CUDA, of_math_here, follows_math},
    {C | CUDA, of_math_in_opencl, follows_math},
    {C | CUDA, of_math_in_glsl, follows_math},
    {OPENCL, of_math_in_opencl, is_end},
    {OPENCL | GLSL, of_math_in_glsl, is_end},
    {C | CUDA,
     "FP_ HUGE_VAL INT16_ INT32_ INT64_ INT8_ INT_FAST int_fast INT_LEAST int_least INTMAX_ INTPTR_ M_ "
     "MATH_ERR PTRDIFF_ SIG_ATOMIC_ SNAN UINT16_ UINT32_ UINT64_ UINT8_ UINT_FAST uint_fast UINT_LEAST "
     "uint_least UINTMAX_ UINTPTR_ WCHAR_ WINT_",
     follows_any},
    {OPENCL,
     "amd_ arm_ as_ async_ atom_ atomic_ CHAR_ CL_ cl_khr_ CLK_ CLPWL_ clpwl_ convert_ DBL_ FLT_ FP_ get_ "
     "HALF_ half_ HUGE_VAL image1d_ image2d_ image3d_ INT_M intel_ LONG_M M_ memory_order_ memory_scope_ "
     "native_ read_image SCHAR_ SHRT_ sub_group_ UCHAR_ UINT_MAX ULONG_MAX USHRT_MAX vload vstore "
     "work_group_ write_image",
     follows_any},
    /* Types that a number may follow: float4. */
    {OPENCL | CUDA,
     "bool char dim double float half int long longlong short uchar uint ulong ulonglong ushort",
     follows_number},
    {CUDA,
     "cyl_bessel_i0 cyl_bessel_i1 erfcinv erfcx erfinv fdivide norm3d norm4d normcdf normcdfinv rcbrt "
     "rhypot rnorm3d rnorm4d",
     follows_math},
    {CUDA,
     "cuda make_ surf1D surf2D surf3D tex1D tex2D tex3D texCube",
     follows_any},
    /* Families of types and functions: the end of the name, a digit or a capital follows. */
    {GLSL,
     "atomic atomicCounter iimage image isampler isubpassInput itexture sampler shadow subpassInput texture "
     "uimage usampler usubpassInput utexture",
     follows_family},
};

int clpwl__is_reserved(const char *name, clpwl_language language)
{
    if (name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1])))
        return 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].languages >> language & 1 && begins(rows[i].words, name, rows[i].follows))
            return 1;
    return language == CLPWL_LANGUAGE_GLSL &&
           (strncmp(name, "gl_", 3) == 0 || strstr(name, "__") || name[strlen(name) - 1] == '_');
}
