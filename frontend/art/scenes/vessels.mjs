// Bowls, pots and lamps.
import { brush, G, P, swell } from '../kit/geom.mjs';
import { grounded } from './stage.mjs';
import { ellipse, girdle, hoop, turned } from './turned.mjs';

const put = (svg, x, y) => G(svg, `translate(${x} ${y})`);

/** Round-bellied bowl on a foot; `content` is drawn about the centre of its mouth. */
export function bowl(x, y, r, content = '', { material = 'brass', band } = {}) {
  const h = r * 0.78;
  const v = turned(
    [[r, -h], [r * 0.98, -h * 0.72], [r * 0.8, -h * 0.3], [r * 0.5, -h * 0.08], [r * 0.44, 0]],
    { material, tilt: 0.27, rows: 9, lip: 0.07 },
  );
  const ring = band
    ? hoop(v, [r * 0.985, -h * 0.8], 2) +
      hoop(v, [r * 0.94, -h * 0.55], 2) +
      girdle(v, [r * 0.965, -h * 0.67], band, 11)
    : '';
  return grounded(
    put(v.body + ring + v.top + G(content, `translate(0 ${-h})`) + v.front, x, y),
    x,
    y + r * 0.1,
    r * 0.62,
  );
}

/** Water pot: wide belly, narrow neck, flared lip. */
export function lota(x, y, r, content = '', { material = 'brass' } = {}) {
  const v = turned(
    [
      [r * 0.72, -r * 1.72],
      [r * 0.6, -r * 1.6],
      [r * 0.54, -r * 1.42],
      [r * 0.78, -r * 1.18],
      [r, -r * 0.72],
      [r * 0.86, -r * 0.28],
      [r * 0.52, -r * 0.06],
      [r * 0.5, 0],
    ],
    { material, tilt: 0.24, rows: 16, lip: 0.09 },
  );
  const lines =
    [-0.98, -0.9].map((k) => hoop(v, [r * 0.93, r * k], 1.6)).join('') + hoop(v, [r * 0.545, -r * 1.46], 1.8);
  return grounded(
    put(v.body + lines + v.top + G(content, `translate(0 ${-r * 1.72})`) + v.front, x, y),
    x,
    y + r * 0.1,
    r * 0.72,
  );
}

/** Stone mortar with its pestle leaning out. */
export function mortar(x, y, r, content = '') {
  const h = r * 1.02;
  const v = turned(
    [
      [r, -h],
      [r * 0.97, -h * 0.9],
      [r * 0.86, -h * 0.45],
      [r * 0.62, -h * 0.24],
      [r * 0.6, -h * 0.16],
      [r * 0.72, -h * 0.08],
      [r * 0.72, 0],
    ],
    { material: 'stone', tilt: 0.27, rows: 15, lip: 0.15 },
  );
  const pestle = G(
    turned(
      [
        [r * 0.1, -r * 1.35],
        [r * 0.15, -r * 1.25],
        [r * 0.12, -r * 1.1],
        [r * 0.13, -r * 0.5],
        [r * 0.2, 0],
        [r * 0.21, r * 0.2],
      ],
      { material: 'stone', tilt: 0.3, rows: 16, open: false },
    ).body,
    `translate(${r * 0.2} ${-h + r * 0.02}) rotate(34)`,
  );
  return grounded(
    put(
      v.body + hoop(v, [r * 0.95, -h * 0.8], 1.8) + v.top + G(content, `translate(0 ${-h})`) + pestle + v.front,
      x,
      y,
    ),
    x,
    y + r * 0.12,
    r * 0.86,
  );
}

/** Clay lamp with a flame. */
export function diya(x, y, r) {
  const v = turned(
    [[r, -r * 0.5], [r * 0.9, -r * 0.24], [r * 0.6, -r * 0.04], [r * 0.5, 0]],
    { material: 'clay', tilt: 0.34, rows: 5, lip: 0.12 },
  );
  const oil = P(
    `M${-r * 0.74} ${-r * 0.5}a${r * 0.74} ${r * 0.22} 0 1 0 ${r * 1.48} 0a${r * 0.74} ${r * 0.22} 0 1 0 ${-r * 1.48} 0`,
    '#D79A2B',
  );
  const glow = `<circle cx="${x + r * 0.5}" cy="${y - r * 1.2}" r="${r * 2}" fill="#FFD98A" opacity=".42" filter="url(#soft9)"/>`;
  const flame = G(
    P(
      `M0 0C${r * 0.36} ${-r * 0.3} ${r * 0.26} ${-r * 0.8} 0 ${-r * 1.35}C${-r * 0.3} ${-r * 0.8} ${-r * 0.34} ${-r * 0.3} 0 0Z`,
      '#F08A24',
    ) +
      P(
        `M0 ${-r * 0.04}C${r * 0.2} ${-r * 0.24} ${r * 0.14} ${-r * 0.56} 0 ${-r * 0.92}C${-r * 0.16} ${-r * 0.56} ${-r * 0.2} ${-r * 0.24} 0 ${-r * 0.04}Z`,
        '#FFF0B4',
      ),
    `translate(${r * 0.5} ${-r * 0.5}) rotate(6)`,
  );
  const wick = P(brush([[-r * 0.1, -r * 0.42], [r * 0.3, -r * 0.5], [r * 0.52, -r * 0.66]], 4), '#FBF0D8');
  return glow + grounded(put(v.body + v.top + oil + wick + v.front + flame, x, y), x, y + r * 0.1, r * 0.72);
}

/** Steel tumbler of milk. */
export function tumbler(x, y, r) {
  const h = r * 2.1;
  const v = turned(
    [[r, -h], [r * 0.94, -h * 0.9], [r * 0.8, -h * 0.1], [r * 0.78, 0]],
    { material: 'brass', tilt: 0.25, rows: 16, lip: 0.09 },
  );
  const milk =
    P(
      `M${-r * 0.9} ${-h}a${r * 0.9} ${r * 0.21} 0 1 0 ${r * 1.8} 0a${r * 0.9} ${r * 0.21} 0 1 0 ${-r * 1.8} 0`,
      '#FDF9EF',
    ) + P(brush(ellipse(r * 0.7, -h + 2, 0.2, 20, 120), swell(3, 0.5)), '#E6D9BD');
  return grounded(
    put(
      v.body + hoop(v, [r * 0.965, -h * 0.84], 1.6) + hoop(v, [r * 0.955, -h * 0.8], 1.6) + v.top + milk + v.front,
      x,
      y,
    ),
    x,
    y + r * 0.1,
    r * 0.84,
  );
}
