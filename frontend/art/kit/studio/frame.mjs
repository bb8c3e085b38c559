// A thing's own axes: turned about the upright (yaw), leaned back (lean), and put somewhere.

/** Ways into and out of a thing's axes. Results are written into the given array. */
export function frame({ at = [0, 0, 0], yaw = 0, lean = 0 }) {
  const cy = Math.cos((yaw * Math.PI) / 180);
  const sy = Math.sin((yaw * Math.PI) / 180);
  const cl = Math.cos((lean * Math.PI) / 180);
  const sl = Math.sin((lean * Math.PI) / 180);
  // Rows: the thing's x, y and z axes in the world.
  const X = [cy, 0, -sy];
  const Y = [-sl * sy, cl, -sl * cy];
  const Z = [cl * sy, sl, cl * cy];
  // Written out, not looped: these run a dozen times for every pixel.
  const turnIn = (v, out) => {
    const a = v[0];
    const b = v[1];
    const c = v[2];
    out[0] = X[0] * a + X[1] * b + X[2] * c;
    out[1] = Y[0] * a + Y[1] * b + Y[2] * c;
    out[2] = Z[0] * a + Z[1] * b + Z[2] * c;
    return out;
  };
  const turnOut = (v, out) => {
    const a = v[0];
    const b = v[1];
    const c = v[2];
    out[0] = X[0] * a + Y[0] * b + Z[0] * c;
    out[1] = X[1] * a + Y[1] * b + Z[1] * c;
    out[2] = X[2] * a + Y[2] * b + Z[2] * c;
    return out;
  };
  const shifted = [0, 0, 0];
  const placeIn = (p, out) => {
    shifted[0] = p[0] - at[0];
    shifted[1] = p[1] - at[1];
    shifted[2] = p[2] - at[2];
    return turnIn(shifted, out);
  };
  return { turnIn, turnOut, placeIn };
}

/** Where a ray is inside a box with corners low and high: writes [near, far]; false when it passes by. */
export function slab(o, d, low, high, span) {
  let near = 1e-4;
  let far = Infinity;
  let axis = -1;
  for (let a = 0; a < 3; a++) {
    const inverse = 1 / (d[a] || 1e-12);
    const one = (low[a] - o[a]) * inverse;
    const other = (high[a] - o[a]) * inverse;
    const t0 = one < other ? one : other;
    const t1 = one < other ? other : one;
    if (t0 > near) {
      near = t0;
      axis = a;
    }
    if (t1 < far) far = t1;
    if (near > far) return false;
  }
  span[0] = near;
  span[1] = far;
  span[2] = axis;
  return true;
}
