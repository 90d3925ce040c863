/* The magnetic model's series of degree 12 as a plain double loop, by the formulas of the release's report: what an
   evaluation costs without anything around it. Reads a coefficient file from standard input. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define N 12
static double g[N + 1][N + 1], h[N + 1][N + 1], dg[N + 1][N + 1], dh[N + 1][N + 1];
static double k1[N + 1][N + 1], k2[N + 1][N + 1];

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static double declination(double latitude, double longitude, double altitude, double years, double *change)
{
    const double a = 6378137.0, f = 1 / 298.257223563, e2 = f * (2 - f), re = 6371200.0, rad = M_PI / 180;
    double sp = sin(latitude * rad), cp = cos(latitude * rad), rc = a / sqrt(1 - e2 * sp * sp);
    double p = (rc + altitude) * cp, z = (rc * (1 - e2) + altitude) * sp, r = sqrt(p * p + z * z);
    double ct = z / r, st = p / r, q = re / r, power = q * q, x = 0, y = 0, w = 0, dx = 0, dy = 0, dw = 0;
    double P[N + 1][N + 1], D[N + 1][N + 1], cl[N + 1], sl[N + 1];
    double cl1 = cos(longitude * rad), sl1 = sin(longitude * rad);
    cl[0] = 1, sl[0] = 0, P[0][0] = 1, D[0][0] = 0;
    for (int m = 1; m <= N; m++) {
        cl[m] = cl[m - 1] * cl1 - sl[m - 1] * sl1;
        sl[m] = sl[m - 1] * cl1 + cl[m - 1] * sl1;
    }
    for (int n = 1; n <= N; n++) {
        power *= q;
        for (int m = 0; m <= n; m++) {
            if (n == m) {
                double k = n == 1 ? 1 : sqrt((2.0 * n - 1) / (2.0 * n));
                P[n][n] = k * st * P[n - 1][n - 1];
                D[n][n] = k * (st * D[n - 1][n - 1] + ct * P[n - 1][n - 1]);
            } else {
                double before = n - 1 > m ? P[n - 2][m] : 0, dbefore = n - 1 > m ? D[n - 2][m] : 0;
                P[n][m] = k1[n][m] * ct * P[n - 1][m] - k2[n][m] * before;
                D[n][m] = k1[n][m] * (ct * D[n - 1][m] - st * P[n - 1][m]) - k2[n][m] * dbefore;
            }
            double G = g[n][m] + years * dg[n][m], H = h[n][m] + years * dh[n][m];
            double c = G * cl[m] + H * sl[m], s = m * (G * sl[m] - H * cl[m]);
            double cc = dg[n][m] * cl[m] + dh[n][m] * sl[m], cs = m * (dg[n][m] * sl[m] - dh[n][m] * cl[m]);
            x += power * c * D[n][m], dx += power * cc * D[n][m];
            y += power * s * P[n][m] / st, dy += power * cs * P[n][m] / st;
            w -= power * (n + 1) * c * P[n][m], dw -= power * (n + 1) * cc * P[n][m];
        }
    }
    double turn_c = st * cp + ct * sp, turn_s = ct * cp - st * sp;
    double north = x * turn_c - w * turn_s, dnorth = dx * turn_c - dw * turn_s;
    *change += north * dy - y * dnorth;
    return atan2(y, north) / rad + atan2(x * turn_s + w * turn_c, hypot(north, y));
}

int main(void)
{
    char line[256];
    if (!fgets(line, sizeof line, stdin)) return 1;
    int n, m;
    double values[4];
    while (fgets(line, sizeof line, stdin)
           && sscanf(line, "%d %d %lf %lf %lf %lf", &n, &m, values, values + 1, values + 2, values + 3) == 6
           && n <= N && m <= n)
        g[n][m] = values[0], h[n][m] = values[1], dg[n][m] = values[2], dh[n][m] = values[3];
    for (n = 1; n <= N; n++)
        for (m = 0; m < n; m++) {
            double root = sqrt((double)(n * n - m * m));
            k1[n][m] = (2 * n - 1) / root;
            k2[n][m] = n > m + 1 ? sqrt((double)((n - 1) * (n - 1) - m * m)) / root : 0;
        }
    const int count = 200000;
    double sum = 0, change = 0, start = seconds();
    for (int i = 0; i < count; i++)
        sum += declination(i % 179 - 89, i % 359 - 179, i % 7 * 100, (i % 50) / 10.0, &change);
    printf("%f %f %f\n", (seconds() - start) / count * 1e9, sum, change);
    return 0;
}
