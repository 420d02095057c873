/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words that a language keeps from its programs, as its specification lists them: keywords,
 * built-in functions, and in C what the headers of an exported table declare. A list has its words
 * between blanks.
 */
#include <ctype.h>
#include <string.h>
#include "base/names.h"

/* Keywords of C to C23, which all the languages have or keep. */
static const char everywhere[] =
    "alignas alignof asm auto bool break case char complex const constexpr continue default do "
    "double else enum extern false float for goto if imaginary inline int long main NULL nullptr "
    "register restrict return short signed sizeof static static_assert struct switch thread_local "
    "true typedef typeof typeof_unqual union unsigned void volatile while";

/* C++, for C in its headers and for CUDA. */
static const char cplusplus[] =
    "and and_eq bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield "
    "compl concept const_cast consteval constinit decltype delete dynamic_cast explicit export "
    "friend mutable namespace new noexcept not not_eq operator or or_eq private protected public "
    "reinterpret_cast requires static_cast template this throw try typeid typename using virtual "
    "wchar_t xor xor_eq std";

/* math.h: each also with the suffixes below. */
static const char math[] =
    "acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi canonicalize cbrt ceil "
    "compoundn copysign cos cosh cospi drem erf erfc exp exp10 exp10m1 exp2 exp2m1 expm1 fabs fdim "
    "finite floor fma fmax fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmaxmag fmin "
    "fminimum fminimum_mag fminimum_mag_num fminimum_num fminmag fmod frexp fromfp fromfpx gamma "
    "getpayload hypot ilogb isinf isnan j0 j1 jn ldexp lgamma llogb llrint llround log log10 "
    "log10p1 log1p log2 log2p1 logb logp1 lrint lround modf nan nearbyint nextafter nextdown "
    "nexttoward nextup pow pow10 pown powr remainder remquo rint rootn round roundeven rsqrt scalb "
    "scalbln scalbn setpayload setpayloadsig significand sin sincos sinh sinpi sqrt tan tanh tanpi "
    "tgamma totalorder totalordermag trunc ufromfp ufromfpx y0 y1 yn";
static const char *const math_suffixes[] = {"",    "f",   "l",    "f16",  "f32",  "f64",
                                            "f128", "f32x", "f64x", "f_r", "l_r", "_r"};

/* The other words of math.h, stdint.h and string.h, and functions that compilers know. */
static const char c_words[] =
    "abort abs aligned_alloc alloca bcmp bcopy bzero calloc div double_t exit explicit_bzero ffs "
    "ffsl ffsll float_t fpclassify fprintf fputc fputs free fscanf fwrite index INFINITY isalnum "
    "isalpha isdigit islower isspace isupper isxdigit int16_t int32_t int64_t int8_t intmax_t "
    "intptr_t iscanonical iseqsig isfinite isgreater isgreaterequal isless islessequal "
    "islessgreater isnormal issignaling issubnormal isunordered iszero labs linux llabs locale_t "
    "malloc MAXFLOAT math_errhandling memccpy memchr memcmp memcpy memfrob memmem memmove mempcpy "
    "memrchr memset memset_explicit NAN printf ptrdiff_t putc putchar puts rawmemchr realloc rindex "
    "signbit signgam size_t SIZE_MAX scanf snprintf sprintf sscanf tolower toupper stpcpy stpncpy "
    "strcasecmp strcasecmp_l strcasestr strcat strchr strchrnul strcmp strcoll strcoll_l strcpy "
    "strcspn strdup strerror strerror_l strerror_r strfry strlcat strlcpy strlen strncasecmp "
    "strncasecmp_l strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep strsignal strspn "
    "strstr strtok strtok_r strverscmp strxfrm strxfrm_l uint16_t uint32_t uint64_t uint8_t uintmax_t "
    "uintptr_t unix";
static const char c_prefixes[] =
    "FP_ HUGE_VAL INT16_ INT32_ INT64_ INT8_ INTMAX_ INTPTR_ INT_FAST INT_LEAST MATH_ERR M_ "
    "PTRDIFF_ SIG_ATOMIC_ SNAN UINT16_ UINT32_ UINT64_ UINT8_ UINTMAX_ UINTPTR_ UINT_FAST "
    "UINT_LEAST WCHAR_ WINT_ int_fast int_least uint_fast uint_least";

/* OpenCL C 1.2 to 3.0 and its extensions; of the library, of compilers, and of families of built-in
 * functions. */
static const char opencl_words[] =
    "abs abs_diff acos acosh acospi add_sat all any asin asinh asinpi atan atan2 atan2pi atanh "
    "atanpi barrier bit_reverse bitselect bitfield_extract_signed bitfield_extract_unsigned "
    "bitfield_insert capture_event_profiling_info cbrt ceil clamp clz commit_read_pipe "
    "commit_write_pipe constant copysign cos cosh cospi create_user_event cross ctz defined "
    "degrees distance dot dot_4x8packed_ss_int dot_4x8packed_su_int dot_4x8packed_us_int "
    "dot_4x8packed_uu_uint dot_acc_sat dot_acc_sat_4x8packed_ss_int dot_acc_sat_4x8packed_su_int "
    "dot_acc_sat_4x8packed_us_int dot_acc_sat_4x8packed_uu_uint enqueue_kernel enqueue_marker erf "
    "erfc exp exp10 exp2 expm1 fabs fast_distance fast_length fast_normalize fdim floor fma fmax "
    "fmin fmod fract frexp generic global hadd hypot ilogb INFINITY is_valid_event "
    "is_valid_reserve_id isequal isfinite isgreater isgreaterequal isinf isless islessequal "
    "islessgreater isnan isnormal isnotequal isordered isunordered kernel ldexp length lgamma "
    "lgamma_r local log log10 log1p log2 logb mad mad24 mad_hi mad_sat max MAXFLOAT maxmag "
    "mem_fence min minmag mix modf mul24 mul_hi NAN nan ndrange_1D ndrange_2D ndrange_3D nextafter "
    "normalize pipe popcount pow pown powr prefetch printf private quad radians read_mem_fence "
    "read_only read_pipe read_write release_event remainder remquo reserve_read_pipe "
    "reserve_write_pipe retain_event rhadd rint rootn rotate round rsqrt select "
    "set_user_event_status shuffle shuffle2 sign signbit sin sincos sinh sinpi smoothstep sqrt "
    "step sub_sat tan tanh tanpi tgamma to_global to_local to_private trunc uniform upsample "
    "vec_step wait_group_events write_mem_fence write_only write_pipe event_t queue_t clk_event_t "
    "ndrange_t reserve_id_t sampler_t size_t ptrdiff_t intptr_t uintptr_t cl_mem_fence_flags "
    "clk_profiling_info memory_order memory_scope kernel_enqueue_flags_t";
static const char opencl_prefixes[] =
    "CHAR_ CLK_ CLPWL_ CL_ DBL_ FLT_ FP_ HALF_ HUGE_VAL INT_M LONG_M M_ SCHAR_ SHRT_ UCHAR_ "
    "UINT_MAX ULONG_MAX USHRT_MAX amd_ arm_ as_ async_ atom_ atomic_ cl_khr_ clpwl_ convert_ get_ "
    "half_ image1d_ image2d_ image3d_ intel_ memory_order_ memory_scope_ native_ read_image "
    "sub_group_ vload vstore work_group_ write_image";

/* Types that a number may follow: float4. */
static const char vectors[] =
    "bool char double dim float half int long longlong short uchar uint ulong ulonglong ushort";

/* CUDA's own, the first with the suffixes of math.h; it has those of math.h and of C++, too. */
static const char cuda_words[] =
    "all any atomicAdd atomicAnd atomicCAS atomicDec atomicExch atomicInc atomicMax atomicMin "
    "atomicOr atomicSub atomicXor blockDim blockIdx brev clock clock64 clz  gridDim llmax llmin "
    "max min mul24 mulhi norm  popc rnorm saturate syncthreads  threadIdx ullmax ullmin umax umin "
    "umul24 umulhi warpSize";
static const char cuda_math[] = "cyl_bessel_i0 cyl_bessel_i1 erfcinv erfcx erfinv fdivide normcdf "
                                "normcdfinv norm3d norm4d rcbrt rhypot rnorm3d rnorm4d";
static const char cuda_prefixes[] =
    "cuda make_ surf1D surf2D surf3D tex1D tex2D tex3D texCube";

/* GLSL 4.60 and ES 3.20. */
static const char glsl_words[] =
    "abs acos acosh active all allInvocations allInvocationsEqual any anyInvocation asin asinh "
    "atan atanh atomic_uint attribute barrier bitCount bitfieldExtract bitfieldInsert "
    "bitfieldReverse buffer bvec2 bvec3 bvec4 cast ceil centroid clamp class coherent common cos "
    "cosh cross dFdx dFdxCoarse dFdxFine dFdy dFdyCoarse dFdyFine degrees determinant discard "
    "distance dot EmitStreamVertex EmitVertex EndPrimitive EndStreamPrimitive equal exp exp2 "
    "external faceforward filter findLSB findMSB fixed flat floatBitsToInt floatBitsToUint floor "
    "fma fract frexp ftransform fvec2 fvec3 fvec4 fwidth fwidthCoarse fwidthFine greaterThan "
    "greaterThanEqual groupMemoryBarrier half highp hvec2 hvec3 hvec4 imulExtended in inout input "
    "intBitsToFloat interface interpolateAtCentroid interpolateAtOffset interpolateAtSample "
    "invariant inverse inversesqrt isinf isnan ivec2 ivec3 ivec4 layout ldexp length lessThan "
    "lessThanEqual log log2 lowp matrixCompMult max mediump memoryBarrier "
    "memoryBarrierAtomicCounter memoryBarrierBuffer memoryBarrierImage memoryBarrierShared min mix "
    "mod modf namespace noinline noise1 noise2 noise3 noise4 noperspective normalize not notEqual "
    "out outerProduct output packDouble2x32 packHalf2x16 packSnorm2x16 packSnorm4x8 packUnorm2x16 "
    "packUnorm4x8 partition patch pow precise precision public radians readonly reflect refract "
    "resource round roundEven sample shared sign sin sinh smooth smoothstep sqrt step subpassLoad "
    "subroutine superp tan tanh template this transpose trunc uaddCarry uint uintBitsToFloat "
    "umulExtended uniform unpackDouble2x32 unpackHalf2x16 unpackSnorm2x16 unpackSnorm4x8 "
    "unpackUnorm2x16 unpackUnorm4x8 unsigned usubBorrow using uvec2 uvec3 uvec4 varying vec2 vec3 "
    "vec4 writeonly dvec2 dvec3 dvec4 mat2 mat3 mat4 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 "
    "mat4x2 mat4x3 mat4x4 dmat2 dmat3 dmat4 dmat2x2 dmat2x3 dmat2x4 dmat3x2 dmat3x3 dmat3x4 "
    "dmat4x2 dmat4x3 dmat4x4 GL_ES";
/* Families of types and functions: the end of the name, a digit or a capital follows. */
static const char glsl_families[] =
    "atomic atomicCounter iimage image isampler isubpassInput itexture sampler shadow subpassInput "
    "texture uimage usampler usubpassInput utexture";

/* The next word of a list; its length, 0 at the end. */
static size_t next_word(const char **list)
{
    *list += strspn(*list, " ");
    return strcspn(*list, " ");
}

static int is_word(const char *list, const char *name)
{
    size_t length = strlen(name), n;
    for (; (n = next_word(&list)) > 0; list += n)
        if (n == length && memcmp(list, name, n) == 0)
            return 1;
    return 0;
}

/* Whether the name begins with a word of the list, and `follows` takes the rest. */
static int begins(const char *list, const char *name, int (*follows)(const char *rest))
{
    size_t n;
    for (; (n = next_word(&list)) > 0; list += n)
        if (strncmp(name, list, n) == 0 && follows(name + n))
            return 1;
    return 0;
}

static int follows_any(const char *rest)
{
    (void)rest;
    return 1;
}

/* Any number behind a type is refused: it is near enough to a type. */
static int follows_number(const char *rest)
{
    return rest[strspn(rest, "0123456789")] == '\0';
}

static int follows_family(const char *rest)
{
    return !*rest || isdigit((unsigned char)*rest) || isupper((unsigned char)*rest);
}

static int follows_math(const char *rest)
{
    size_t i = 0, count = sizeof math_suffixes / sizeof *math_suffixes;
    while (i < count && strcmp(rest, math_suffixes[i]) != 0)
        i++;
    return i < count;
}

int clpwl__is_reserved(const char *name, clpwl_language language)
{
    if (is_word(everywhere, name) || (name[0] == '_' && (name[1] == '_' ||
                                                         isupper((unsigned char)name[1]))))
        return 1;
    switch (language) {
    case CLPWL_LANGUAGE_OPENCL:
        return is_word(opencl_words, name) || begins(opencl_prefixes, name, follows_any) ||
               begins(vectors, name, follows_number);
    case CLPWL_LANGUAGE_CUDA:
        if (is_word(cuda_words, name) || begins(cuda_prefixes, name, follows_any) ||
            begins(vectors, name, follows_number) || begins(cuda_math, name, follows_math))
            return 1;
        /* fallthrough */
    case CLPWL_LANGUAGE_C:
        return is_word(cplusplus, name) || is_word(c_words, name) ||
               begins(c_prefixes, name, follows_any) || begins(math, name, follows_math);
    case CLPWL_LANGUAGE_GLSL:
        return is_word(glsl_words, name) || begins(glsl_families, name, follows_family) ||
               strncmp(name, "gl_", 3) == 0 || strstr(name, "__") || name[strlen(name) - 1] == '_';
    }
    return 0;
}
