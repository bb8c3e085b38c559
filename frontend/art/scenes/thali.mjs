// The brass plate that powders are shown on, drawn by hand rather than turned: it is nearly flat.
import { brush, G, P, polar, poly, swell } from '../kit/geom.mjs';
import { grounded } from './stage.mjs';
import { ellipse } from './turned.mjs';

const INK = '#121C36';
const BRASS = { lip: '#EBC062', in: '#B67D2B', under: '#84541A', line: '#7A4B14', shine: '#FBE6A6' };

/** Light that a polished floor of brass throws back: two arcs on the left, one on the right. */
const polish = (r, tilt) =>
  [[0.9, 152, 206, 0.045], [0.81, 162, 197, 0.018], [0.9, -24, 10, 0.026]]
    .map(([q, from, to, w]) => P(brush(ellipse(r * q, 0, tilt, from, to), swell(r * w, 0.4)), BRASS.shine))
    .join('');

/** Flowers that a brazier punched into the floor of a plate. */
function chasing(r, tilt) {
  const petals = Array.from({ length: 20 }, (_, i) =>
    G(
      P(
        brush([[0, -r * 0.5], [r * 0.07, -r * 0.66], [0, -r * 0.82]], swell(r * 0.016, r * 0.004)) +
          brush([[0, -r * 0.5], [-r * 0.07, -r * 0.66], [0, -r * 0.82]], swell(r * 0.016, r * 0.004)),
        BRASS.line,
      ),
      `rotate(${i * 18})`,
    ),
  ).join('');
  const dots = Array.from({ length: 20 }, (_, i) =>
    G(`<circle cy="${-r * 0.9}" r="${r * 0.016}" fill="${BRASS.line}"/>`, `rotate(${i * 18 + 9})`),
  ).join('');
  const rings = [0.48, 0.45, 0.2]
    .map((q) => `<circle r="${r * q}" fill="none" stroke="${BRASS.line}" stroke-width="${r * 0.01}"/>`)
    .join('');
  const heart = Array.from({ length: 8 }, (_, i) =>
    G(
      P(brush([[0, 0], [r * 0.06, -r * 0.1], [0, -r * 0.19]], swell(r * 0.014, 0.4)), BRASS.line),
      `rotate(${i * 45})`,
    ),
  ).join('');
  return G(petals + dots + rings + heart, `scale(1 ${tilt})`, ' opacity=".62"');
}

/** Brass plate with a raised rim; `content` lies in it, drawn about (0, 0). */
export function thali(x, y, rx, content = '') {
  const tilt = 0.29;
  const disc = (r, dy, fill) => P(poly(ellipse(r, dy, tilt)), fill);
  const beads = Array.from({ length: 54 }, (_, i) => {
    const [bx, by] = polar(i * (360 / 54), rx * 0.935, rx * 0.935 * tilt);
    return `<circle cx="${bx.toFixed(1)}" cy="${by.toFixed(1)}" r="${(rx * 0.0135).toFixed(2)}" fill="${BRASS.line}"/>`;
  }).join('');
  const plate =
    disc(rx * 0.985, rx * 0.062, BRASS.under) +
    P(brush(ellipse(rx * 0.985, rx * 0.062, tilt, -8, 188), swell(rx * 0.024, 1)), INK) +
    disc(rx, 0, BRASS.lip) +
    P(brush(ellipse(rx, 0, tilt), 1.7), INK) +
    beads +
    P(brush(ellipse(rx * 0.985, 0, tilt, 108, 172), swell(rx * 0.022, 0.4)), BRASS.shine) +
    disc(rx * 0.875, rx * 0.006, BRASS.in) +
    P(brush(ellipse(rx * 0.875, rx * 0.006, tilt), 1.5), INK) +
    disc(rx * 0.835, rx * 0.022, 'url(#brass)') +
    P(brush(ellipse(rx * 0.835, rx * 0.022, tilt, 170, 350), swell(rx * 0.014, 0.6)), BRASS.line) +
    G(chasing(rx * 0.8, tilt) + polish(rx * 0.8, tilt), `translate(0 ${rx * 0.024})`);
  return grounded(G(plate + content, `translate(${x} ${y})`), x + rx * 0.02, y + rx * 0.31, rx * 0.96, rx * 0.16);
}
