#ifndef CGEODESIC_H
#define CGEODESIC_H

/* GeographicLib's geodesics on the WGS84 ellipsoid, behind a C interface. Angles are degrees, lengths
   metres. Azimuths are GeographicLib's, in [-180, 180], clockwise from north. No call throws or fails. */

#ifdef __cplusplus
extern "C" {
#endif

/* The inverse problem: the shortest line from point 1 to point 2. */
void cgeodesic_inverse(double latitude1, double longitude1, double latitude2, double longitude2,
                       double *distance, double *azimuth1, double *azimuth2);

/* The direct problem: the point at `distance` from point 1 in the direction of `azimuth1`. */
void cgeodesic_direct(double latitude1, double longitude1, double azimuth1, double distance,
                      double *latitude2, double *longitude2, double *azimuth2);

#ifdef __cplusplus
}
#endif

#endif
