// Geometry shared by every drawing. Points in, SVG path strings out; nothing here touches a screen or a file.

/** Seeded random numbers in [0, 1): a drawing must come out the same on every run. */
export const rng = (seed) => () => {
  seed = ((seed | 0) + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

/** A table of numbers: commas in a row, spaces between two. Points as SVG lists them, places with a size or a turn. */
export const rows = (text) =>
  text
    .trim()
    .split(/\s+/)
    .map((row) => row.split(',').map(Number));

const round = (n) => (Math.round(n * 100) / 100).toString();

/** A point as SVG writes it. */
export const pt = ([x, y]) => `${round(x)} ${round(y)}`;

/** Marks points as close enough together to be drawn as they are, without a spline through them. */
export const dense = (points) => Object.assign(points.slice(), { dense: true });

const straight = ([a, b], per) =>
  Array.from({ length: per + 1 }, (_, i) => [
    a[0] + ((b[0] - a[0]) * i) / per,
    a[1] + ((b[1] - a[1]) * i) / per,
  ]);

const catmullRom = (a, b, c, d, t) =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);

/** Catmull-Rom curve through control points, as a dense line. */
export function spline(points, per = 14) {
  if (points.length < 3) return straight(points, per);
  const at = (i) => points[Math.max(0, Math.min(points.length - 1, i))];
  const out = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let k = 0; k < per; k++) {
      const t = k / per;
      out.push([0, 1].map((axis) => catmullRom(a[axis], b[axis], c[axis], d[axis], t)));
    }
  }
  out.push(points[points.length - 1]);
  return out;
}

/** Unit normals of a line, one a point. */
export const normals = (line) =>
  line.map((_, i) => {
    const a = line[Math.max(0, i - 1)];
    const b = line[Math.min(line.length - 1, i + 1)];
    const dx = b[0] - a[0];
    const dy = b[1] - a[1];
    const length = Math.hypot(dx, dy) || 1;
    return [-dy / length, dx / length];
  });

/** A path through points. */
export const poly = (line, close = true) => `M${line.map(pt).join('L')}${close ? 'Z' : ''}`;

/** The line moved sideways by `distance(t)`. */
export const offset = (line, distance) => {
  const N = normals(line);
  const last = line.length - 1;
  return line.map((p, i) => {
    const d = distance(i / last, i);
    return [p[0] + N[i][0] * d, p[1] + N[i][1] * d];
  });
};

/**
 * A pen stroke of changing width, as a filled outline. This is what makes line art look engraved rather than like an
 * icon: `width` is a number or a function of the way along the line (0 to 1).
 */
export function brush(points, width, per = 10) {
  const line = points.dense ? points : spline(points, per);
  const widthAt = typeof width === 'function' ? width : () => width;
  const left = offset(line, (t) => widthAt(t) / 2);
  const right = offset(line, (t) => -widthAt(t) / 2);
  return poly([...left, ...right.toReversed()]);
}

/** Stroke width that runs evenly from a to b. */
export const taper =
  (a, b = 0.2) =>
  (t) =>
    a + (b - a) * t;

/** Stroke width that starts and ends thin and is thickest in the middle. */
export const swell =
  (middle, ends = 0.25) =>
  (t) =>
    ends + (middle - ends) * Math.sin(Math.PI * t);

/** A filled path. */
export const P = (d, fill, extra = '') => `<path d="${d}" fill="${fill}"${extra}/>`;

/** A group. */
export const G = (content, transform = '', extra = '') =>
  `<g${transform ? ` transform="${transform}"` : ''}${extra}>${content}</g>`;

/** A disc. */
export const dot = (x, y, r, fill) =>
  `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="${r}" fill="${fill}"/>`;

/** A drawing moved, turned (degrees) and scaled. */
export const place = (content, x, y, turn = 0, k = 1, ky = k) =>
  G(content, `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn}) scale(${k} ${ky})`);

/** The point at share t of a dense line. */
export const at = (line, t) => {
  const i = Math.max(0, Math.min(line.length - 1.001, t * (line.length - 1)));
  const k = Math.floor(i);
  const a = line[k];
  const b = line[k + 1];
  return [a[0] + (b[0] - a[0]) * (i - k), a[1] + (b[1] - a[1]) * (i - k)];
};

/** The direction, in degrees, at share t of a dense line. */
export const dir = (line, t) => {
  const a = at(line, Math.max(0, t - 0.02));
  const b = at(line, Math.min(1, t + 0.02));
  return (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
};

/** A point on a circle, angle in degrees. */
export const polar = (angle, rx, ry = rx, [x, y] = [0, 0]) => [
  x + rx * Math.cos((angle * Math.PI) / 180),
  y + ry * Math.sin((angle * Math.PI) / 180),
];

/** Points on an arc of an ellipse between two angles in degrees, dense. */
export const arcPoints = (from, to, rx, ry = rx, steps = 40, centre = [0, 0]) =>
  dense(Array.from({ length: steps + 1 }, (_, i) => polar(from + ((to - from) * i) / steps, rx, ry, centre)));
