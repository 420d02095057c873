/* The light of a Bessel-Gauss beam at distance r from its axis, from two tables:
 * (J0(k r) exp(-(r/s)^2/2))^2. */
kernel void beam(global const float *r, global float *light, float k, float s,
                 CLPWL_TABLE(j0), CLPWL_TABLE(gauss))
{
    CLPWL_BEGIN(j0);
    CLPWL_BEGIN(gauss);
    size_t i = get_global_id(0);
    float amplitude = j0(k * r[i]) * gauss(r[i] / s);
    light[i] = amplitude * amplitude;
}
