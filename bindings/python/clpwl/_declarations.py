# SPDX-License-Identifier: GPL-3.0-or-later
"""Made by declare.py from the headers of version 0.2.0. Do not edit."""
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double,
                    c_float, c_int, c_size_t, c_uint, c_uint32, c_uint64,
                    c_void_p)

VERSION = (0, 2, 0)
STATUS = "status"  # a result that is raised unless it is 0

# clpwl_status
(CLPWL_OK, CLPWL_ERR_ARGUMENT, CLPWL_ERR_MEMORY, CLPWL_ERR_UNKNOWN_NAME, CLPWL_ERR_NOT_FINITE,
 CLPWL_ERR_SAMPLES, CLPWL_ERR_TARGET, CLPWL_ERR_NUMERIC, CLPWL_ERR_IO, CLPWL_ERR_FORMAT,
 CLPWL_ERR_NO_DEVICE, CLPWL_ERR_UNSUPPORTED, CLPWL_ERR_OPENCL, CLPWL_ERR_BUILD,
 CLPWL_ERR_CANCELLED, CLPWL_STATUS_COUNT) = range(16)

# clpwl_norm
(CLPWL_NORM_LINF, CLPWL_NORM_L1, CLPWL_NORM_L2) = range(3)

# clpwl_evidence
(CLPWL_EVIDENCE_UNKNOWN, CLPWL_EVIDENCE_MEASURED, CLPWL_EVIDENCE_EXHAUSTED,
 CLPWL_EVIDENCE_PROVED) = range(4)

# clpwl_aim
(CLPWL_AIM_BALANCED, CLPWL_AIM_SMALLEST, CLPWL_AIM_FASTEST, CLPWL_AIM_NONE) = range(4)

# clpwl_ended_by
(CLPWL_ENDED_BY_SEARCH, CLPWL_ENDED_BY_BUDGET, CLPWL_ENDED_BY_TIME) = range(3)

# clpwl_between
(CLPWL_BETWEEN_AUTO, CLPWL_BETWEEN_LINEAR, CLPWL_BETWEEN_MONOTONE, CLPWL_BETWEEN_SPLINE,
 CLPWL_BETWEEN_STEP) = range(5)

# clpwl_partition
(CLPWL_PARTITION_UNIFORM, CLPWL_PARTITION_OPTIMIZED) = range(2)

# clpwl_fit
(CLPWL_FIT_INTERPOLANT, CLPWL_FIT_PROJECTION, CLPWL_FIT_LEAST_ABSOLUTE, CLPWL_FIT_MINIMAX,
 CLPWL_FIT_ABOVE, CLPWL_FIT_BELOW) = range(6)

# clpwl_effort
(CLPWL_EFFORT_ASYMPTOTIC, CLPWL_EFFORT_REFINED) = range(2)

# clpwl_extend
(CLPWL_EXTEND_CLAMP, CLPWL_EXTEND_ZERO, CLPWL_EXTEND_REPEAT, CLPWL_EXTEND_MIRROR, CLPWL_EXTEND_NAN,
 CLPWL_EXTEND_LINEAR) = range(6)

# clpwl_shaper
(CLPWL_SHAPER_NONE, CLPWL_SHAPER_LOG2, CLPWL_SHAPER_SQRT, CLPWL_SHAPER_RSQRT, CLPWL_SHAPER_EXP2,
 CLPWL_SHAPER_AUTO) = range(6)

# clpwl_symmetry
(CLPWL_SYMMETRY_NONE, CLPWL_SYMMETRY_EVEN, CLPWL_SYMMETRY_ODD, CLPWL_SYMMETRY_RAMP,
 CLPWL_SYMMETRY_POINT, CLPWL_SYMMETRY_AUTO) = range(6)

# clpwl_shape
(CLPWL_SHAPE_NONE, CLPWL_SHAPE_RISING, CLPWL_SHAPE_FALLING, CLPWL_SHAPE_MONOTONE,
 CLPWL_SHAPE_CONVEX, CLPWL_SHAPE_RISING_CONVEX, CLPWL_SHAPE_FALLING_CONVEX,
 CLPWL_SHAPE_MONOTONE_CONVEX, CLPWL_SHAPE_CONCAVE, CLPWL_SHAPE_RISING_CONCAVE,
 CLPWL_SHAPE_FALLING_CONCAVE, CLPWL_SHAPE_MONOTONE_CONCAVE, CLPWL_SHAPE_AUTO) = range(13)

# clpwl_storage
(CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_FLOAT32, CLPWL_STORAGE_HALF, CLPWL_STORAGE_UNORM16,
 CLPWL_STORAGE_UNORM8, CLPWL_STORAGE_BFLOAT16, CLPWL_STORAGE_ANY) = range(7)

# clpwl_quantity
(CLPWL_QUANTITY_VALUE, CLPWL_QUANTITY_DERIVATIVE, CLPWL_QUANTITY_INTEGRAL) = range(3)

# clpwl_language
(CLPWL_LANGUAGE_OPENCL, CLPWL_LANGUAGE_C, CLPWL_LANGUAGE_CUDA, CLPWL_LANGUAGE_GLSL) = range(4)

# clpwl_proving
(CLPWL_PROVING_FEATURES, CLPWL_PROVING_TRIED, CLPWL_PROVING_REQUIRED) = range(3)

# clpwl_part
(CLPWL_PART_PARTITION, CLPWL_PART_FIT, CLPWL_PART_SHAPER, CLPWL_PART_SYMMETRY) = range(4)

# clpwl_device_kind
(CLPWL_DEVICE_CPU, CLPWL_DEVICE_GPU, CLPWL_DEVICE_ACCELERATOR, CLPWL_DEVICE_OTHER) = range(4)

# clpwl_use
(CLPWL_USE_BATCH, CLPWL_USE_KERNEL) = range(2)

clpwl_callback = CFUNCTYPE(c_double, c_double, c_void_p)
clpwl_many_callback = CFUNCTYPE(None, c_void_p, c_void_p, c_size_t, c_void_p)
clpwl_progress = CFUNCTYPE(c_int, c_double, c_void_p)


class clpwl_tails(Structure):
    _fields_ = [("left", c_double), ("right", c_double)]


class clpwl_error(Structure):
    _fields_ = [("l1", c_double), ("l2", c_double), ("linf", c_double)]


class clpwl_gaps(Structure):
    _fields_ = [("count", c_size_t), ("a", c_double * 4), ("b", c_double * 4)]


class clpwl_function_spec(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("f", clpwl_callback), ("user", c_void_p),
                ("release", CFUNCTYPE(None, c_void_p)), ("a", c_double), ("b", c_double),
                ("kinks", c_void_p), ("kink_count", c_size_t), ("opencl", c_char_p),
                ("opencl_native", c_char_p), ("smooth", c_int), ("many", clpwl_many_callback)]


class clpwl_kink(Structure):
    _fields_ = [("x", c_double), ("left", c_double), ("right", c_double)]


class clpwl_parameter(Structure):
    _fields_ = [("name", c_char_p), ("value", c_double), ("min", c_double), ("max", c_double)]


class clpwl_catalogue_entry(Structure):
    _fields_ = [("name", c_char_p), ("text", c_char_p), ("a", c_double), ("b", c_double),
                ("parameters", clpwl_parameter * 4)]


class clpwl_samples(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("x", c_void_p), ("y", c_void_p),
                ("n", c_size_t), ("sigma", c_void_p), ("between", c_int)]


class clpwl_reading(Structure):
    _fields_ = [("size", c_size_t), ("between", c_int), ("columns", c_char_p),
                ("section", c_char_p)]


class clpwl_samples_info(Structure):
    _fields_ = [("between", c_int), ("n", c_size_t), ("repeated", c_size_t), ("sorted", c_int),
                ("noise", c_double), ("gap", c_double), ("gap_from", c_double),
                ("spacing", c_double), ("bulge", c_double), ("bulge_at", c_double),
                ("x_label", c_char_p), ("y_label", c_char_p), ("x", c_void_p), ("y", c_void_p)]


class clpwl_constraints(Structure):
    _fields_ = [("size", c_size_t), ("x", c_void_p), ("y", c_void_p), ("count", c_size_t),
                ("exact_ends", c_int), ("lo", c_double), ("hi", c_double),
                ("keep_integral", c_int), ("integral", c_double), ("slope_error", c_double),
                ("slope_found", c_double), ("shape", c_int)]


class clpwl_weighting(Structure):
    _fields_ = [("floor", c_double), ("weight", c_char_p), ("estimate", clpwl_error),
                ("measured", clpwl_error), ("proved", clpwl_error), ("executed", clpwl_error)]


class clpwl_target(Structure):
    _fields_ = [("max_error", c_double), ("norm", c_int), ("reached", c_double),
                ("storage", c_int), ("weight_bits", c_uint), ("evidence", c_int),
                ("ended_by", c_int)]


class clpwl_table_spec(Structure):
    _fields_ = [("size", c_size_t), ("knots", c_void_p), ("values", c_void_p),
                ("segments", c_size_t), ("partition", c_int), ("shaper", c_int), ("fit", c_int),
                ("extend", c_int), ("function", c_char_p), ("opencl", c_char_p),
                ("opencl_native", c_char_p), ("estimate", clpwl_error), ("measured", clpwl_error),
                ("proved", clpwl_error), ("weighting", POINTER(clpwl_weighting)),
                ("target", POINTER(clpwl_target)), ("tails", POINTER(clpwl_tails)),
                ("symmetry", c_int), ("storage", c_int),
                ("constraints", POINTER(clpwl_constraints))]


class clpwl_weight(Structure):
    _fields_ = [("size", c_size_t), ("floor", c_double), ("w", c_void_p)]


class clpwl_execution(Structure):
    _fields_ = [("size", c_size_t), ("weight_bits", c_uint), ("weight_error", c_double),
                ("from_image", c_int), ("storage", c_int), ("value_error", c_double)]


class clpwl_constraints_error(Structure):
    _fields_ = [("value", c_double), ("range", c_double), ("integral", c_double),
                ("rounding", c_double), ("shape", c_double)]


class clpwl_calculus_error(Structure):
    _fields_ = [("derivative", c_double), ("reach", c_double), ("integral", c_double)]


class clpwl_runner_up(Structure):
    _fields_ = [("partition", c_int), ("shaper", c_int), ("segments", c_size_t),
                ("bytes", c_size_t), ("is_guess", c_int)]


class clpwl_design_options(Structure):
    _fields_ = [("size", c_size_t), ("a", c_double), ("b", c_double), ("segments", c_size_t),
                ("max_error", c_double), ("norm", c_int), ("partition", c_int), ("shaper", c_int),
                ("effort", c_int), ("fit", c_int), ("extend", c_int), ("max_segments", c_size_t),
                ("execution", POINTER(clpwl_execution)), ("weight", POINTER(clpwl_weight)),
                ("tails", POINTER(clpwl_tails)), ("proving", c_int), ("progress", clpwl_progress),
                ("progress_user", c_void_p), ("symmetry", c_int), ("seconds", c_double),
                ("aim", c_int), ("given", c_uint), ("runner_up", POINTER(clpwl_runner_up)),
                ("gaps", POINTER(clpwl_gaps)), ("constraints", POINTER(clpwl_constraints))]


class clpwl_device_info(Structure):
    _fields_ = [("kind", c_int), ("platform", c_char * 128), ("name", c_char * 128),
                ("vendor", c_char * 128), ("driver", c_char * 128), ("version", c_char * 128),
                ("compute_units", c_uint), ("global_memory", c_uint64),
                ("max_allocation", c_uint64), ("local_memory", c_uint64),
                ("constant_buffer", c_uint64), ("max_work_group", c_size_t), ("images", c_int),
                ("image_width", c_size_t), ("image_height", c_size_t), ("fp64", c_int),
                ("subgroup_shuffle", c_int), ("native_kernels", c_int), ("unified_memory", c_int),
                ("usable", c_int)]


class clpwl_context_options(Structure):
    _fields_ = [("size", c_size_t), ("device", c_char_p), ("cache", c_char_p)]


class clpwl_sampler_info(Structure):
    _fields_ = [("channels", c_int), ("linear", c_int), ("weight_bits", c_uint),
                ("vectors", c_int), ("weight_error", c_double), ("value_error", c_double)]


class clpwl_evaluator_options(Structure):
    _fields_ = [("size", c_size_t), ("method", c_char_p), ("max_error", c_double), ("norm", c_int),
                ("use", c_int), ("chunk", c_size_t), ("storage", c_int), ("quantity", c_int),
                ("execution", POINTER(clpwl_execution))]


class clpwl_method_info(Structure):
    _fields_ = [("name", c_char_p), ("text", c_char_p), ("host", c_int)]


class clpwl_share(Structure):
    _fields_ = [("values", c_size_t), ("seconds", c_double), ("status", c_int),
                ("message", c_char * 256)]


class clpwl_prove_options(Structure):
    _fields_ = [("size", c_size_t), ("weight", POINTER(clpwl_weight)), ("tolerance", c_double),
                ("seconds", c_double), ("linf_only", c_int), ("progress", clpwl_progress),
                ("progress_user", c_void_p), ("a", c_double), ("b", c_double), ("threads", c_uint)]


class clpwl_proof(Structure):
    _fields_ = [("bound", clpwl_error), ("least", clpwl_error), ("worst", c_double),
                ("side", c_int), ("side_x", c_double), ("slope", c_double)]


class clpwl_verify_options(Structure):
    _fields_ = [("size", c_size_t), ("arguments", c_size_t), ("seed", c_uint32),
                ("weight", POINTER(clpwl_weight)), ("progress", clpwl_progress),
                ("progress_user", c_void_p)]


class clpwl_verification(Structure):
    _fields_ = [("arguments", c_size_t), ("evidence", c_int), ("bound", clpwl_error),
                ("seen", clpwl_error), ("allowed", clpwl_error), ("x", c_double),
                ("got", c_double), ("right", c_double), ("doubt", c_double),
                ("weighted_bound", clpwl_error), ("weighted_seen", clpwl_error),
                ("weighted_allowed", clpwl_error), ("weighted_x", c_double),
                ("weighted_doubt", c_double), ("beyond", c_double), ("beyond_x", c_double),
                ("shift", c_double), ("holds", c_int)]


class clpwl_kernel_table(Structure):
    _fields_ = [("name", c_char_p), ("evaluator", c_void_p)]


# name: (result, arguments ...)
FUNCTIONS = {
    "clpwl_status_name": (c_char_p, c_int,),
    "clpwl_status_text": (c_char_p, c_int,),
    "clpwl_last_message": (c_char_p,),
    "clpwl_version": (c_char_p,),
    "clpwl_free": (None, c_void_p,),
    "clpwl_norm_name": (c_char_p, c_int,),
    "clpwl_norm_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_evidence_name": (c_char_p, c_int,),
    "clpwl_evidence_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_aim_name": (c_char_p, c_int,),
    "clpwl_aim_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_ended_by_name": (c_char_p, c_int,),
    "clpwl_ended_by_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_between_name": (c_char_p, c_int,),
    "clpwl_between_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_partition_name": (c_char_p, c_int,),
    "clpwl_partition_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_fit_name": (c_char_p, c_int,),
    "clpwl_fit_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_effort_name": (c_char_p, c_int,),
    "clpwl_effort_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_extend_name": (c_char_p, c_int,),
    "clpwl_extend_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_shaper_name": (c_char_p, c_int,),
    "clpwl_shaper_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_symmetry_name": (c_char_p, c_int,),
    "clpwl_symmetry_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_shape_name": (c_char_p, c_int,),
    "clpwl_shape_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_storage_name": (c_char_p, c_int,),
    "clpwl_storage_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_quantity_name": (c_char_p, c_int,),
    "clpwl_quantity_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_language_name": (c_char_p, c_int,),
    "clpwl_language_parse": (STATUS, POINTER(c_int), c_char_p,),
    "clpwl_error_in": (c_double, POINTER(clpwl_error), c_int,),
    "clpwl_function_create": (STATUS, POINTER(c_void_p), POINTER(clpwl_function_spec),),
    "clpwl_function_from_catalogue": (STATUS, POINTER(c_void_p), c_char_p,),
    "clpwl_function_from_formula": (STATUS, POINTER(c_void_p), c_char_p, c_void_p, c_size_t,),
    "clpwl_formula_function": (c_char_p, c_size_t, POINTER(c_void_p),),
    "clpwl_function_free": (None, c_void_p,),
    "clpwl_function_value": (STATUS, c_void_p, c_double, c_void_p,),
    "clpwl_function_name": (c_char_p, c_void_p,),
    "clpwl_function_opencl": (c_char_p, c_void_p,),
    "clpwl_function_opencl_native": (c_char_p, c_void_p,),
    "clpwl_function_domain": (None, c_void_p, c_void_p, c_void_p,),
    "clpwl_function_kinks": (c_void_p, c_void_p, POINTER(c_size_t),),
    "clpwl_function_find_kinks": (STATUS, c_void_p, c_double, c_double, POINTER(clpwl_kink),
        c_size_t, POINTER(c_size_t),),
    "clpwl_function_noise": (STATUS, c_void_p, c_double, c_double, c_void_p,),
    "clpwl_catalogue": (POINTER(clpwl_catalogue_entry), POINTER(c_size_t),),
    "clpwl_function_from_data": (STATUS, POINTER(c_void_p), POINTER(clpwl_samples),),
    "clpwl_function_from_samples": (STATUS, POINTER(c_void_p), c_char_p, c_void_p, c_void_p,
        c_size_t,),
    "clpwl_function_read_data": (STATUS, POINTER(c_void_p), c_char_p, POINTER(clpwl_reading),),
    "clpwl_function_read_samples": (STATUS, POINTER(c_void_p), c_char_p,),
    "clpwl_function_smoothed": (STATUS, POINTER(c_void_p), c_void_p, c_double,),
    "clpwl_function_samples": (STATUS, c_void_p, POINTER(clpwl_samples_info),),
    "clpwl_table_create": (STATUS, POINTER(c_void_p), POINTER(clpwl_table_spec),),
    "clpwl_table_free": (None, c_void_p,),
    "clpwl_table_segments": (c_size_t, c_void_p,),
    "clpwl_table_knots": (c_void_p, c_void_p,),
    "clpwl_table_values": (c_void_p, c_void_p,),
    "clpwl_table_domain": (None, c_void_p, c_void_p, c_void_p,),
    "clpwl_table_partition": (c_int, c_void_p,),
    "clpwl_table_shaper": (c_int, c_void_p,),
    "clpwl_table_fit": (c_int, c_void_p,),
    "clpwl_table_extend": (c_int, c_void_p,),
    "clpwl_table_symmetry": (c_int, c_void_p,),
    "clpwl_table_storage": (c_int, c_void_p,),
    "clpwl_table_tails": (clpwl_tails, c_void_p,),
    "clpwl_table_function": (c_char_p, c_void_p,),
    "clpwl_table_opencl": (c_char_p, c_void_p,),
    "clpwl_table_opencl_native": (c_char_p, c_void_p,),
    "clpwl_table_estimate": (clpwl_error, c_void_p,),
    "clpwl_table_measured": (clpwl_error, c_void_p,),
    "clpwl_table_proved": (clpwl_error, c_void_p,),
    "clpwl_table_weighting": (POINTER(clpwl_weighting), c_void_p,),
    "clpwl_table_target": (POINTER(clpwl_target), c_void_p,),
    "clpwl_table_constraints": (POINTER(clpwl_constraints), c_void_p,),
    "clpwl_table_value": (c_double, c_void_p, c_double,),
    "clpwl_table_save": (STATUS, c_void_p, c_char_p,),
    "clpwl_table_load": (STATUS, POINTER(c_void_p), c_char_p,),
    "clpwl_table_save_text": (STATUS, c_void_p, POINTER(c_void_p), POINTER(c_size_t),),
    "clpwl_table_load_text": (STATUS, POINTER(c_void_p), c_char_p, c_size_t,),
    "clpwl_function_from_points": (STATUS, POINTER(c_void_p), c_char_p, c_void_p, c_void_p,
        c_size_t,),
    "clpwl_function_from_arguments": (STATUS, POINTER(c_void_p), c_char_p, c_void_p, c_size_t,),
    "clpwl_function_read_weight": (STATUS, POINTER(c_void_p), c_char_p,),
    "clpwl_table_executed_error": (clpwl_error, c_void_p, POINTER(clpwl_execution),),
    "clpwl_error_executed": (STATUS, c_void_p, POINTER(clpwl_weight), c_void_p,
        POINTER(clpwl_execution), POINTER(clpwl_error),),
    "clpwl_table_constraints_error": (clpwl_constraints_error, c_void_p, POINTER(clpwl_execution),),
    "clpwl_table_executed_calculus_error": (clpwl_calculus_error, c_void_p,
        POINTER(clpwl_execution),),
    "clpwl_design": (STATUS, POINTER(c_void_p), c_void_p, POINTER(clpwl_design_options),),
    "clpwl_devices": (STATUS, POINTER(c_void_p), POINTER(c_size_t),),
    "clpwl_context_create": (STATUS, POINTER(c_void_p), POINTER(clpwl_context_options),),
    "clpwl_context_free": (None, c_void_p,),
    "clpwl_context_info": (POINTER(clpwl_device_info), c_void_p,),
    "clpwl_context_sampler": (STATUS, c_void_p, c_int, POINTER(clpwl_sampler_info),),
    "clpwl_context_execution": (STATUS, c_void_p, c_int, POINTER(clpwl_execution),),
    "clpwl_method_count": (c_size_t,),
    "clpwl_method": (POINTER(clpwl_method_info), c_size_t,),
    "clpwl_evaluator_create": (STATUS, POINTER(c_void_p), c_void_p, c_void_p,
        POINTER(clpwl_evaluator_options),),
    "clpwl_design_fastest": (STATUS, POINTER(c_void_p), c_void_p, POINTER(clpwl_design_options),
        c_void_p, c_int,),
    "clpwl_evaluator_create_vector": (STATUS, POINTER(c_void_p), c_void_p, POINTER(c_void_p),
        c_size_t, POINTER(clpwl_evaluator_options),),
    "clpwl_evaluator_lanes": (c_size_t, c_void_p,),
    "clpwl_evaluator_free": (None, c_void_p,),
    "clpwl_evaluator_method": (c_char_p, c_void_p,),
    "clpwl_evaluator_eval_method": (c_char_p, c_void_p,),
    "clpwl_evaluator_storage": (c_int, c_void_p,),
    "clpwl_evaluator_device": (c_char_p, c_void_p,),
    "clpwl_evaluator_error": (clpwl_error, c_void_p,),
    "clpwl_evaluator_calculus_error": (clpwl_calculus_error, c_void_p,),
    "clpwl_eval": (STATUS, c_void_p, c_void_p, c_void_p, c_size_t,),
    "clpwl_eval_half": (STATUS, c_void_p, c_void_p, c_void_p, c_size_t,),
    "clpwl_evaluator_half_error": (clpwl_error, c_void_p,),
    "clpwl_eval_shared": (STATUS, POINTER(c_void_p), c_size_t, c_void_p, c_void_p, c_size_t,
        POINTER(clpwl_share),),
    "clpwl_evaluator_source": (STATUS, c_void_p, c_char_p, POINTER(c_void_p),),
    "clpwl_device_source": (c_char_p,),
    "clpwl_partition_uniform": (STATUS, c_double, c_double, c_size_t, c_void_p,),
    "clpwl_partition_optimized": (STATUS, c_void_p, c_double, c_double, c_size_t, c_int, c_void_p,),
    "clpwl_fit_values": (STATUS, c_int, c_void_p, POINTER(clpwl_weight), c_void_p, c_size_t,
        c_void_p,),
    "clpwl_refine_knots": (STATUS, c_void_p, POINTER(clpwl_weight), c_int, c_int, c_void_p,
        c_size_t, clpwl_progress, c_void_p,),
    "clpwl_error_estimate": (STATUS, c_void_p, POINTER(clpwl_weight), c_double, c_double, c_size_t,
        c_int, c_int, c_int, POINTER(clpwl_error),),
    "clpwl_error_measure": (STATUS, c_void_p, POINTER(clpwl_weight), c_void_p, c_void_p, c_size_t,
        POINTER(clpwl_error),),
    "clpwl_shaper_value": (c_double, c_int, c_double,),
    "clpwl_prove": (STATUS, POINTER(clpwl_proof), c_void_p, c_void_p,
        POINTER(clpwl_prove_options),),
    "clpwl_prove_fewest": (STATUS, POINTER(c_size_t), c_void_p, c_double, c_double, c_double,
        POINTER(clpwl_prove_options),),
    "clpwl_certificate": (STATUS, POINTER(c_void_p), c_void_p, c_void_p, c_double,),
    "clpwl_find_tails": (STATUS, POINTER(clpwl_tails), c_void_p,),
    "clpwl_can_prove": (c_int,),
    "clpwl_table_derivative": (c_double, c_void_p, c_double,),
    "clpwl_table_steepness": (c_double, c_void_p,),
    "clpwl_table_integral": (c_double, c_void_p, c_double, c_double,),
    "clpwl_table_inverse": (STATUS, POINTER(c_void_p), c_void_p, c_int,),
    "clpwl_table_widen": (STATUS, POINTER(c_void_p), c_void_p, c_double, c_double,),
    "clpwl_verify": (STATUS, c_void_p, c_void_p, POINTER(clpwl_verify_options),
        POINTER(clpwl_verification),),
    "clpwl_verify_every": (STATUS, POINTER(c_void_p), c_size_t, c_void_p,
        POINTER(clpwl_verify_options), POINTER(clpwl_verification),),
    "clpwl_table_export": (STATUS, c_void_p, c_int, c_char_p, POINTER(c_void_p),),
    "clpwl_table_export_stored": (STATUS, c_void_p, c_int, c_int, c_char_p, POINTER(c_void_p),),
    "clpwl_context_wrap": (STATUS, POINTER(c_void_p), c_void_p, c_void_p, c_void_p,
        POINTER(clpwl_context_options),),
    "clpwl_context_cl": (c_void_p, c_void_p,),
    "clpwl_context_device": (c_void_p, c_void_p,),
    "clpwl_context_queue": (c_void_p, c_void_p,),
    "clpwl_enqueue": (STATUS, c_void_p, c_void_p, c_void_p, c_void_p, c_size_t, c_uint32, c_void_p,
        c_void_p,),
    "clpwl_enqueue_half": (STATUS, c_void_p, c_void_p, c_void_p, c_void_p, c_size_t, c_uint32,
        c_void_p, c_void_p,),
    "clpwl_program_build": (STATUS, c_void_p, POINTER(c_void_p), c_void_p, c_char_p, c_char_p,
        POINTER(clpwl_kernel_table), c_size_t,),
    "clpwl_kernel_bind": (STATUS, c_void_p, POINTER(clpwl_kernel_table), c_size_t,),
}
