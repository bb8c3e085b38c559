// The cusped (multifoil) arch of windows, labels and niches.

const ARCH = { foils: 4, rise: 0.62 };

/* The plain round arch that the foils are cut into, with a point at its crown. t runs from left to right. */
function archLine(w, spring) {
  return (t) => {
    const a = Math.PI * (1 - t);
    const crown = Math.max(0, 1 - Math.abs(t - 0.5) / 0.16);
    return [(w / 2) * Math.cos(a), spring * (1 - Math.sin(a) ** 0.9) - crown * crown * w * 0.07];
  };
}

function foil(a, b, m) {
  const mid = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const out = length * 0.36;
  const nx = (b[1] - a[1]) / length;
  const ny = -(b[0] - a[0]) / length;
  const cx = mid[0] + (m[0] - mid[0]) + nx * out;
  const cy = mid[1] + (m[1] - mid[1]) + ny * out;
  return `Q${cx} ${cy} ${b[0]} ${b[1]}`;
}

/* The crown: two hollow curves meeting in a point. */
const ogee = (a, b, m, w) =>
  `Q${a[0] * 0.36} ${a[1] - w * 0.015} 0 ${m[1] - w * 0.035}Q${b[0] * 0.36} ${b[1] - w * 0.015} ${b[0]} ${b[1]}`;

/** Path of an arch w wide, H high, crown near (0,0), standing on y = H. rise: height of the curve by the width. */
export function arch(w, H, options = {}) {
  const { foils, rise } = { ...ARCH, ...options };
  const spring = w * rise;
  const count = foils * 2 + 1;
  const line = archLine(w, spring);
  let d = `M${-w / 2} ${H}L${-w / 2} ${spring}`;
  for (let i = 0; i < count; i++) {
    const [a, b, m] = [line(i / count), line((i + 1) / count), line((i + 0.5) / count)];
    d += i === foils ? ogee(a, b, m, w) : foil(a, b, m);
  }
  return `${d}L${w / 2} ${H}Z`;
}

/** The same arch as points, for borders that follow it. */
export function archPoints(w, H, options) {
  const tokens = arch(w, H, options).match(/[MLQZ]|-?[\d.]+(?:e-?\d+)?/g);
  const points = [];
  let i = 0;
  let command = '';
  const pair = () => [Number(tokens[i++]), Number(tokens[i++])];
  while (i < tokens.length) {
    if (/[MLQZ]/.test(tokens[i])) command = tokens[i++];
    if (command === 'Z') break;
    if (command === 'Q') points.push(...quadratic(points[points.length - 1], pair(), pair()));
    else points.push(pair());
  }
  return points;
}

function quadratic(a, b, e) {
  return Array.from({ length: 12 }, (_, k) => {
    const u = (k + 1) / 12;
    const v = 1 - u;
    return [0, 1].map((axis) => v * v * a[axis] + 2 * v * u * b[axis] + u * u * e[axis]);
  });
}

/** Points every `step` along a line, moved sideways by `off`. */
export function along(line, step, off = 0) {
  const sums = [0];
  for (let i = 1; i < line.length; i++)
    sums.push(sums[i - 1] + Math.hypot(line[i][0] - line[i - 1][0], line[i][1] - line[i - 1][1]));
  const length = sums[sums.length - 1];
  const n = Math.round(length / step);
  let k = 0;
  return Array.from({ length: n + 1 }, (_, i) => {
    const s = Math.min(length - 0.01, (i * length) / n);
    while (sums[k + 1] < s) k++;
    const u = (s - sums[k]) / (sums[k + 1] - sums[k] || 1);
    const dx = line[k + 1][0] - line[k][0];
    const dy = line[k + 1][1] - line[k][1];
    const m = Math.hypot(dx, dy) || 1;
    return [line[k][0] + dx * u + (dy / m) * off, line[k][1] + dy * u - (dx / m) * off];
  });
}
