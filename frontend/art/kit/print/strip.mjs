// Border strips, L long and h high, from (0,0) to the right.
import { dot, G, P } from '../geom.mjs';
import { rosette, star } from './motifs.mjs';

const repeat = (n, draw) => Array.from({ length: n }, (_, i) => draw(i)).join('');

/* Flowers with a small star between them. */
function phool(L, h, c) {
  const n = Math.max(1, Math.round(L / (h * 0.98)));
  const w = L / n;
  const between = (x) => G(P(star(h * 0.15, 4, 0.38), c.b), `translate(${x} ${h / 2})`);
  const flowers = repeat(
    n,
    (i) =>
      G(rosette(h * 0.36, c.a, c.b, c.bg, 8), `translate(${(i + 0.5) * w} ${h / 2})`) +
      (i ? between(i * w) + dot(i * w, h * 0.17, h * 0.05, c.a) + dot(i * w, h * 0.83, h * 0.05, c.a) : ''),
  );
  return P(`M0 0H${L}V${h}H0Z`, c.bg) + flowers;
}

/* Teeth. */
function dant(L, h, c) {
  const n = Math.round(L / h);
  const w = L / n;
  return repeat(
    n,
    (i) =>
      P(`M${i * w} ${h}L${(i + 0.5) * w} 0L${(i + 1) * w} ${h}Z`, c.a) +
      dot((i + 0.5) * w, h * 0.72, h * 0.1, c.bg),
  );
}

/* Beads. */
function moti(L, h, c) {
  const n = Math.round(L / (h * 1.7));
  return repeat(n, (i) => dot(((i + 0.5) * L) / n, h / 2, h * 0.36, c.a));
}

const wave = (x, w, h) =>
  `M${x} ${h * 0.5}C${x + w * 0.2} ${h * 0.02} ${x + w * 0.55} ${h * 0.02} ${x + w * 0.72} ${h * 0.36}` +
  `C${x + w * 0.8} ${h * 0.56} ${x + w * 0.6} ${h * 0.68} ${x + w * 0.52} ${h * 0.52}` +
  `C${x + w * 0.5} ${h * 0.34} ${x + w * 0.28} ${h * 0.3} ${x + w * 0.16} ${h * 0.62}` +
  `C${x + w * 0.4} ${h * 0.98} ${x + w * 0.82} ${h * 0.96} ${x + w} ${h * 0.5}` +
  `C${x + w * 0.9} ${h * 1.16} ${x + w * 0.2} ${h * 1.16} ${x} ${h * 0.5}Z`;

/* Running waves. */
function leher(L, h, c) {
  const n = Math.round(L / (h * 1.5));
  const w = L / n;
  return repeat(n, (i) => P(wave(i * w, w, h), c.a) + dot(i * w + w * 0.93, h * 0.22, h * 0.09, c.b));
}

const kinds = { phool, dant, moti, leher };

/** A border strip. kind: phool (flowers), dant (teeth), moti (beads), leher (waves); inks: bg, a, b. */
export const strip = (L, h, kind, inks) => kinds[kind](L, h, inks);
