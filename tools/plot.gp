# SPDX-License-Identifier: GPL-3.0-or-later
# The picture of clpwl plot, which writes the variables and data blocks before it (tools/cmd_plot.c). Lengths
# are in characters: of digits, 0.64 em wide in DejaVu Sans and less in others, and 1.2 em high.
min(a, b) = a < b ? a : b
max(a, b) = a > b ? a : b
size(lo, hi) = max(abs(lo), abs(hi))

has_samples = |$samples| > 0
sample_step = |$samples| / 1500 + 1
stats $curves using 2 name "V" nooutput
if (has_function) { stats $curves using 3 name "F" nooutput } else { F_min = V_min; F_max = V_max }
if (has_samples) { stats $samples using 2 name "S" nooutput } else { S_min = V_min; S_max = V_max }
if (has_function) { stats $curves using 4 name "E" nooutput } else { E_min = 0; E_max = 0 }
y_lo = min(min(V_min, F_min), S_min)
y_hi = max(max(V_max, F_max), S_max)
e_lo = E_min
e_hi = E_max
if (largest < 0) { largest = size(e_lo, e_hi) }

# Segments narrower than NARROW strokes of the error would fill the picture with ink: where the columns, of
# one stroke of 0.045 inches each, have so many knots, with NEAR columns to either side, the errors become a
# band.
NARROW = 0.75
NEAR = 3
strokes = int(min(0.84 * width / 0.045, 1024))
share(x) = x_log ? log(x / x_lo) / log(x_hi / x_lo) : (x - x_lo) / (x_hi - x_lo)
stroke(x) = min(int(share(x) * strokes), strokes - 1) + 1
array Held[strokes]
array Least[strokes]
array Most[strokes]
array From[strokes]
array To[strokes]
array Narrow[strokes]
do for [k = 1:strokes] { Held[k] = 0; Least[k] = 1; Most[k] = 0; To[k] = x_lo }
before = 0
rows = has_function ? |$curves| : 0
do for [i = 1:rows] {
    line = $curves[i]
    x = real(word(line, 1))
    k = stroke(x)
    n = word(line, 5) + 0
    Held[k] = Held[k] + n - before
    before = n
    if (strstrt(word(line, 4), "nan") == 0) {
        v = real(word(line, 4))
        if (Least[k] > Most[k]) { Least[k] = v; Most[k] = v; From[k] = x }
        Least[k] = min(Least[k], v)
        Most[k] = max(Most[k], v)
        To[k] = x
    }
}
has_band = 0
has_curve = 0
do for [k = 1:strokes] {
    first = max(k - NEAR, 1)
    last = min(k + NEAR, strokes)
    Narrow[k] = Least[k] <= Most[k] && NARROW * (sum [i = first:last] Held[i]) > last - first + 1
    has_band = has_band || Narrow[k]
    has_curve = has_curve || (Least[k] <= Most[k] && !Narrow[k])
}
set print $band
is_begun = 0
do for [k = 1:strokes] {
    if (Narrow[k]) {
        middle = x_log ? sqrt(From[k] * To[k]) : (From[k] + To[k]) / 2
        print sprintf("%.12g %.12g %.12g", is_begun ? middle : From[k], Least[k], Most[k])
        is_begun = k < strokes ? Narrow[k + 1] : 0
        if (!is_begun) { print sprintf("%.12g %.12g %.12g\n", To[k], Least[k], Most[k]) }
    }
}
set print

# Relative errors below the floor are absolute: a logarithmic axis ends there.
least = max(y_lo, relative / 10)
y_log = y_lo >= 0 && least > 0 && y_hi / least >= 100 && (relative > 0 || x_log)
if (y_log) { y_lo = least }

# Room beside the curves; gnuplot refuses an empty range. A logarithmic axis grows by a factor.
room(lo, hi, share) = (r = (hi - lo) * share, \
    r > size(lo, hi) * 1e-12 ? r : hi != 0 ? abs(hi) * 0.1 : 1)
if (y_log) { r = max((y_hi / y_lo)**0.05, 1.01); y_lo = y_lo / r; y_hi = y_hi * r } \
else { r = room(y_lo, y_hi, 0.05); y_lo = y_lo - r; y_hi = y_hi + r }

# The lines of the errors known are drawn on the sides that the error has. The target alone scales an error
# of 0.
is_exact = e_lo == 0 && e_hi == 0
do for [i = 1:2] {
    line = i == 1 ? largest : target
    if (e_hi > line / 10. || (is_exact && i == 2)) { e_hi = max(e_hi, line) }
    if (e_lo < -line / 10. || (is_exact && i == 2)) { e_lo = min(e_lo, -line) }
}
r = room(e_lo, e_hi, 0.08)
e_lo = e_lo - r
e_hi = e_hi + r
# Where both lines would coincide, one is enough.
shows_largest = largest > 0 && !(target > 0 && abs(largest - target) < 0.01 * (e_hi - e_lo))

# Numbers below 1e-2 or from 1e5 on are written in units of a power of 10. Ticks of a range narrower than
# FLAT of its numbers need their digits, more than five.
FLAT = 1e-3
power(lo, hi, log) = (p = size(lo, hi) > 0 ? floor(log10(size(lo, hi))) : 0, \
    log || hi - lo < FLAT * size(lo, hi) || (p >= -2 && p <= 4) ? 0 : p)
digits(lo, hi) = (s = (hi - lo) / size(lo, hi), s < FLAT ? int(min(3.5 - log10(s), 15)) : 5)
x_digits = digits(x_lo, x_hi)

# Whether the picture has room for a font of so many points, with all keys and ticks; and for the usual
# title, with most of the height for the curves.
panels = 1 + has_function
left = digits(y_lo, y_hi) + 7.
right = x_digits > 5 ? x_digits / 2 + 2. : 3.
bottom = 3.4
set_layout(points) = (wide = 0.64 * points / 72, high = points / 60., columns = width / wide - left - right, \
    key_columns = int(max(columns / 16, 1)), \
    key_rows = ceil((2. + has_function + has_samples) / key_columns), \
    top = 0.8 + 1.1 * key_rows + (title eq "" && has_title ? 0 : 0.9), \
    between = 1 + 1.1 * ceil((0. + has_band + shows_largest + (target > 0)) / max(floor(columns / 22.), 1)), \
    rows = (height / high - top - bottom - has_function * between) / panels, \
    columns >= 2 * left && rows >= 3)
is_easy(points) = set_layout(points) && left + columns + right >= 45 && rows >= 4 && \
    panels * rows * high / height >= 0.6
points = font_points
if (points == 0) { points = 11; while (points > 5 && !is_easy(points)) { points = points - 1 } }
if (!set_layout(points)) {
    while (!set_layout(points)) {
        if (columns < 2 * left) { width = width + 0.1 } else { height = height + 0.1 }
    }
    print sprintf("clpwl plot: --size: %.1fx%.1fin or more has room for --font '%s,%g'", \
        ceil(10 * width - 1e-9) / 10., ceil(10 * height - 1e-9) / 10., font, points)
    exit status 2
}

# A terminal takes fonts of 1/96 inch, pixels or 1/72 inch for points: fontscale makes them points. Small
# pictures have thinner lines.
set encoding utf8
f = sprintf("%s,%.4g", font, points)
t = min(max(width / 8, 0.6), 1)
d = dpi / 96.
if (kind eq "png") { set terminal pngcairo size int(width*dpi + 0.5),int(height*dpi + 0.5) \
    fontscale d linewidth d*t pointscale d*t font f }
if (kind eq "svg") { set terminal svg size int(width*96 + 0.5),int(height*96 + 0.5) \
    fontscale 96/72. linewidth t background rgb 'white' font f }
if (kind eq "pdf") { set terminal pdfcairo size width in,height in \
    fontscale 0.75 linewidth t pointscale t font f }
set minussign
set samples 2
set tics out nomirror
set border 3
set key at graph 1,1.01 right bottom horizontal samplen 2 maxcols key_columns

# The range, scale and ticks of an axis with at most so many steps, and the unit of its numbers. Of a
# logarithm gnuplot would choose as many ticks as a large picture has.
exponent(p) = sprintf("10^{%s%d}", p < 0 ? "−" : "", abs(p))
step(w, most) = (l = w / max(most, 3), u = 10.**floor(log10(l)), \
    l <= u ? u : l <= 2 * u ? 2 * u : l <= 5 * u ? 5 * u : 10 * u)
apart(decades, most) = (k = ceil(decades / max(most, 2)), k > 3 ? 5 * ceil(k / 5.) : k)
log_ticks(a, lo, hi, most) = (d = log10(hi / lo), k = apart(d, most), sprintf("set logscale %s; ", a). \
    (d >= 2 && k > 1 ? sprintf("set %stics 1e%d,1e%d; unset m%stics", a, \
        k * ceil(log10(lo) / k - 1e-9), k, a) \
                     : sprintf("set %stics autofreq; %s m%stics", a, d < 12 ? "set" : "unset", a)))
axis(a, lo, hi, log, most) = (p = power(lo, hi, log), v = 10.**p, \
    sprintf("unset logscale %s; set %srange [%.17g:%.17g]; ", a, a, lo / v, hi / v). \
    (log && hi / lo >= 100 ? sprintf("set format %s '10^{%%T}'; ", a) \
                           : sprintf("set format %s '%%.%dg'; ", a, digits(lo, hi))). \
    (log ? log_ticks(a, lo, hi, most) \
         : sprintf("set %stics %.17g; unset m%stics", a, step((hi - lo) / v, most), a)). \
    sprintf("; set label %d '%s' at graph %s; ", a eq "x" ? 1 : 2, p == 0 ? "" : "×".exponent(p), \
        a eq "x" ? "1,0 right offset 0,char -2.2" : "0,1 left offset 0,char 0.7"))
x_steps = columns / (x_digits > 5 ? x_digits + 4 : 7)
y_steps = min(rows / 1.3, 9)
x_axis = axis("x", x_lo, x_hi, x_log, x_steps)
ux = 10.**power(x_lo, x_hi, x_log)
uy = 10.**power(y_lo, y_hi, y_log)
ue = 10.**power(e_lo, e_hi, 0)

design = sprintf(": %d segment%s, %s%s%s, %s", segments, segments == 1 ? "" : "s", partition, \
    shaper eq "none" ? "" : " in ".shaper, symmetry eq "none" ? "" : ", ".symmetry, fit)
error = weighted.(relative > 0 ? "relative " : "")."error"

# The title stands above the middle of the panel; to the left of it where it would end beyond the picture.
whole = left + columns + right
most = int(min(max(whole - 40, 12), 160))
if (!has_title) {
    title = (other eq "" ? "" : other[1:60].", and a table of "). \
        (strlen(name) > most ? name[1:most]."..." : name).design
}
set title title offset char -min(max(0.45 * strlen(title) - columns / 2 - right, 0), (left - right) / 2), \
    char 1.1 * key_rows - 0.5

# Colours of Okabe and Ito (jfly.uni-koeln.de/color), which colour-blind people tell from each other. Their
# greys differ too, and so do widths and dashes.
set style line 1 lc rgb '#56b4e9' lw 4
set style line 2 lc rgb '#000000' lw 1 pt 7 ps 0.45
set style line 3 lc rgb '#d55e00' lw 1.2 pt 6 ps 0.8
set style line 4 lc rgb '#0072b2' lw 1.2
set style line 5 lc rgb '#d55e00' lw 1.2 dt (8,5)
set style line 6 lc rgb '#606060' lw 0.8 dt (2,4)
marks(one, n) = n == 1 ? one."s" : sprintf("1 %s in %d", one, n)
set multiplot layout panels,1 margins char left,char right,char bottom,char top spacing char 0,char between
eval x_axis
eval axis("y", y_lo, y_hi, y_log, y_steps)
set ylabel ylabel
if (has_function) { set format x ''; unset label 1 } else { set xlabel xlabel }
parts = has_function ? "$curves using ($1/ux):($3/uy) with lines ls 1 title 'function', " : ""
if (has_samples) { parts = parts. \
    "$samples every sample_step using ($1/ux):($2/uy) with points ls 3 title marks('sample', sample_step), " }
eval "plot ".parts."$curves using ($1/ux):($2/uy) with lines ls 2 title 'table', ". \
    "$knots using ($1/ux):($2/uy) with points ls 2 title marks('knot', knot_step)"
if (!has_function) { exit }

# Lines at +-value, on the sides that the axis shows.
number(v) = (p = floor(log10(v) + 1e-9), p >= -3 && p <= 4 ? sprintf("%.3g", v) \
    : sprintf("%.3g×", v / 10.**p).exponent(p))
line(v, style, text) = sprintf(", %.9g with lines ls %d ", v / ue, style). \
    (text eq "" ? "notitle" : "title '".text."'")
level(v, style, text) = v <= 0 ? "" : (v <= e_hi ? line(v, style, text." ".number(v)) : ""). \
    (-v >= e_lo ? line(-v, style, v <= e_hi ? "" : text." ".number(v)) : "")
eval x_axis
eval axis("y", e_lo, e_hi, 0, y_steps)
unset title
set xlabel xlabel
set ylabel rows > 12 && error eq "error" ? "error, table − function" : error
parts = has_band ? "$band using ($1/ux):($2/ue):($3/ue) with filledcurves fc rgb '#b8d8ec' fs solid 1 ". \
    "noborder title 'range', for [i = 2:3] $band using ($1/ux):(column(i)/ue) with lines ls 4 notitle, " : ""
if (has_curve) { parts = parts. \
    "$curves using ($1/ux):(Narrow[stroke($1)] ? NaN : $4/ue) with lines ls 4 notitle, " }
eval "plot ".parts."$knots using ($1/ux):(e_lo/ue):(0):((e_hi-e_lo)/ue*0.025) with vectors nohead ". \
    "lc rgb '#000000' lw 0.8 notitle".level(target, 5, "target"). \
    (shows_largest ? level(largest, 6, "max") : "")
