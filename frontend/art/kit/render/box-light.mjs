// The light for the carton's ray tracer: whether a ray meets the box, and how much lamp and room a point sees.

const LAMP_SIZE = [2.4, 1.2, 2.4];

/** Where the lamp hangs. */
export const LAMP = [-2.6, 3.4, 2.4];

/** Random numbers, the same for every picture. */
export function random() {
  let seed = 1;
  return () => {
    seed = (seed * 1664525 + 1013904223) | 0;
    return (seed >>> 8) / 16777216;
  };
}

export const dotOf = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const unit = (a) => {
  const m = Math.hypot(a[0], a[1], a[2]);
  return [a[0] / m, a[1] / m, a[2] / m];
};

/** The box and its turning: rays are taken into the box's own axes, where it is a plain slab test. */
export function solid(w, d, yaw) {
  const c = Math.cos((yaw * Math.PI) / 180);
  const s = Math.sin((yaw * Math.PI) / 180);
  const low = [-w / 2, 0, -d / 2];
  const high = [w / 2, 1, d / 2];
  const into = (p) => [c * p[0] - s * p[2], p[1], s * p[0] + c * p[2]];
  const outOf = (p) => [c * p[0] + s * p[2], p[1], -s * p[0] + c * p[2]];
  const hit = (o, v) => {
    let near = 1e-4;
    let far = 1e9;
    let axis = -1;
    let side = 0;
    for (let a = 0; a < 3; a++) {
      const inverse = 1 / (v[a] || 1e-9);
      const t0 = (low[a] - o[a]) * inverse;
      const t1 = (high[a] - o[a]) * inverse;
      if (Math.min(t0, t1) > near) {
        near = Math.min(t0, t1);
        axis = a;
        side = t0 > t1 ? 1 : -1;
      }
      far = Math.min(far, Math.max(t0, t1));
      if (near > far) return null;
    }
    return { t: near, axis, side };
  };
  /* Whether anything of the box is in the way of a ray given in the world's axes. */
  const blocks = (p, v, skip) => {
    const o = into(p);
    const r = into(v);
    return hit([o[0] + r[0] * skip, o[1] + r[1] * skip, o[2] + r[2] * skip], r) !== null;
  };
  return { low, high, into, outOf, hit, blocks };
}

/** How much of the lamp lights a point. */
export function lampSeen(box, p, n, samples, rnd) {
  let sum = 0;
  for (let i = 0; i < samples; i++) {
    const v = [
      LAMP[0] + (rnd() - 0.5) * LAMP_SIZE[0] - p[0],
      LAMP[1] + (rnd() - 0.5) * LAMP_SIZE[1] - p[1],
      LAMP[2] + (rnd() - 0.5) * LAMP_SIZE[2] - p[2],
    ];
    const facing = dotOf(v, n) / Math.hypot(v[0], v[1], v[2]);
    if (facing > 0 && !box.blocks(p, v, 0.001)) sum += facing;
  }
  return sum / samples;
}

/** How much of the surroundings a point sees; the floor gives back a part of what it gets. */
export function skySeen(box, p, n, samples, rnd) {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < samples; i++) {
    const z = rnd();
    const turn = 6.2832 * rnd();
    const q = Math.sqrt(1 - z * z);
    let v = [q * Math.cos(turn), z, q * Math.sin(turn)];
    const behind = dotOf(v, n);
    if (n[1] < 0.9 && behind < 0) v = v.map((e, a) => e - 2 * behind * n[a]);
    const facing = dotOf(v, n);
    total += facing;
    if (v[1] <= -0.02 && p[1] <= 0.5) sum += facing * 0.42;
    else if (!box.blocks(p, v, 0.002)) sum += facing * (v[1] < 0 ? 0.55 : 1);
  }
  return sum / total;
}
