// Block-print (Ajrakh, Bagru) motifs, each drawn round (0,0).
import { dot, G, P, poly } from '../geom.mjs';

/** A star of n points; k is the depth of the notches. */
export const star = (r, n, k, turn = 0) => {
  const points = Array.from({ length: n * 2 }, (_, i) => {
    const a = ((turn + (i * 180) / n) * Math.PI) / 180;
    const q = i % 2 ? r * k : r;
    return [q * Math.cos(a), q * Math.sin(a)];
  });
  return poly(points);
};

/** A petal from (0,0) upwards. */
export const petal = (r, w) =>
  `M0 0C${w} ${-r * 0.35} ${w} ${-r * 0.75} 0 ${-r}C${-w} ${-r * 0.75} ${-w} ${-r * 0.35} 0 0Z`;

/** A flower of n petals in three inks. */
export function rosette(R, c1, c2, c3, n = 8) {
  let out = '';
  for (let i = 0; i < n; i++)
    out += G(P(petal(R, R * 0.3), c1) + P(petal(R * 0.62, R * 0.13), c2), `rotate(${(i * 360) / n})`);
  for (let i = 0; i < n; i++) {
    const a = ((i + 0.5) * 2 * Math.PI) / n;
    out += dot(R * 0.86 * Math.sin(a), -R * 0.86 * Math.cos(a), R * 0.07, c1);
  }
  return out + dot(0, 0, R * 0.2, c3) + dot(0, 0, R * 0.09, c1);
}

const butaOutline = (h) =>
  `M0 0C${h * 0.42} ${-h * 0.12} ${h * 0.44} ${-h * 0.6} ${h * 0.02} ${-h * 0.78}` +
  `C${-h * 0.08} ${-h * 0.86} ${-h * 0.2} ${-h * 0.98} ${-h * 0.06} ${-h}` +
  `C${-h * 0.3} ${-h * 0.98} ${-h * 0.2} ${-h * 0.78} ${-h * 0.24} ${-h * 0.66}` +
  `C${-h * 0.42} ${-h * 0.4} ${-h * 0.36} ${-h * 0.1} 0 0Z`;

const butaField = (h) =>
  `M0 ${-h * 0.1}C${h * 0.24} ${-h * 0.2} ${h * 0.24} ${-h * 0.5} ${-h * 0.02} ${-h * 0.62}` +
  `C${-h * 0.26} ${-h * 0.46} ${-h * 0.24} ${-h * 0.2} 0 ${-h * 0.1}Z`;

/** A paisley standing on (0,0), h high. */
export const buta = (h, c1, c2, c3) =>
  P(butaOutline(h), c1) +
  P(butaField(h), c2) +
  G(rosette(h * 0.15, c1, c2, c3, 6), `translate(0 ${-h * 0.36})`);

/** India's mark of vegetarian food. */
export const vegMark = (s) =>
  `<rect width="${s}" height="${s}" fill="#fff" stroke="#1E7A3C" stroke-width="${s * 0.1}"/>` +
  `<circle cx="${s / 2}" cy="${s / 2}" r="${s * 0.27}" fill="#1E7A3C"/>`;
