import { G, P } from '../kit/geom.mjs';
import { rosette } from '../kit/print.mjs';

/** Noise that glues flat shapes and rendered packs into one printed sheet: a colour, and how much of it shows. */
const noise = (id, frequency, octaves, seed, colour, [gain, offset]) =>
  `<filter id="${id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed}"/><feColorMatrix values="0 0 0 0 ${colour[0]}  0 0 0 0 ${colour[1]}  0 0 0 0 ${colour[2]}  0 0 0 ${gain} ${offset}"/></filter>`;

const filters = [
  noise('grain', '.82', 2, 4, [0.22, 0.14, 0.06], [1.1, -0.52]),
  noise('fibre', '.012 .35', 3, 9, [1, 0.95, 0.85], [0.9, -0.42]),
  noise('weave', '.9 .08', 2, 2, [0, 0, 0], [0.8, -0.34]),
  noise('stain', '.006 .009', 3, 3, [0.55, 0.34, 0.12], [0.8, -0.34]),
  // A block never prints a perfectly straight edge.
  '<filter id="rough" x="-8%" y="-14%" width="116%" height="128%"><feTurbulence type="fractalNoise" baseFrequency=".09" numOctaves="2" seed="5" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="2.1"/></filter>',
  '<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="26"/></filter>',
  '<filter id="soft9" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter>',
  '<filter id="soft4" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="4"/></filter>',
].join('');

const gradients = `
<linearGradient id="daylight" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".20"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#4A1B04" stop-opacity=".30"/></linearGradient>
<linearGradient id="fold" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity=".36"/><stop offset=".22" stop-color="#000" stop-opacity=".05"/><stop offset="1" stop-color="#000" stop-opacity=".16"/></linearGradient>
<linearGradient id="brass" x1="0" x2="1" y1=".2" y2=".8"><stop offset="0" stop-color="#B27A2A"/><stop offset=".32" stop-color="#E9BD5C"/><stop offset=".62" stop-color="#CE9638"/><stop offset="1" stop-color="#9A681F"/></linearGradient>
<radialGradient id="hollow" cx=".5" cy=".55" r=".6"><stop offset="0" stop-color="#FFFFFF"/><stop offset=".6" stop-color="#FFF3DC"/><stop offset="1" stop-color="#E3B06A"/></radialGradient>`;

/** A finished sheet: the painted layers from back to front, then one paper grain over everything. */
export const sheet = ({ w, h, defs = '', layers, grain = 0.22 }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><defs>${filters}${gradients}<clipPath id="whole"><path d="M0 0H${w}V${h}H0Z"/></clipPath>${defs}</defs>${layers.join('')}<rect width="${w}" height="${h}" filter="url(#grain)" opacity="${grain}" style="mix-blend-mode:multiply"/></svg>`;

/** A thing alone on nothing, without paper or grain, for the page to show through. */
export const bare = ({ w, h, layers }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><defs>${filters}${gradients}</defs>${layers.join('')}</svg>`;

/** Small flowers in offset rows, as on a block-printed wall hanging. */
export function jaal(w, h, colour, opacity, pitch = 92, motif = rosette(13, colour, 'none', 'none', 8)) {
  let s = '';
  for (let row = 0; row * pitch * 0.86 < h + pitch; row++)
    for (let col = 0; col * pitch < w + pitch; col++)
      s += G(motif, `translate(${col * pitch + (row % 2 ? pitch / 2 : 0)} ${row * pitch * 0.86})`);
  return G(s, '', ` opacity="${opacity}"`);
}

/** The wall down to `floor`, printed with a faint jaal. */
export const wall = ({ w, floor, colour, ink, opacity = 0.16, motif }) =>
  P(`M0 0H${w}V${floor}H0Z`, colour) + G(jaal(w, floor, ink, opacity, 92, motif), '', ` clip-path="url(#wall)"`);

/** Clip for everything that hangs on the wall and must end where the table begins. */
export const wallClip = (w, floor) => `<clipPath id="wall"><path d="M0 -40H${w}V${floor}H0Z"/></clipPath>`;

/** Three shafts of window light from the upper left, and the dusk in the lower right corner. */
export function windowLight({ w, floor, strength = 0.5, dusk = 1 }) {
  const shaft = (i) =>
    `<path d="M${w * 0.04 + i * w * 0.2} -40h${w * 0.13}l${w * 0.18} ${floor + 80}h${-w * 0.13}Z" fill="#fff"/>`;
  return (
    G(
      [0, 1, 2].map(shaft).join(''),
      '',
      ` style="mix-blend-mode:soft-light" filter="url(#soft)" opacity="${strength}" clip-path="url(#wall)"`,
    ) + P(`M0 0H${w}V${floor}H0Z`, 'url(#daylight)', ` opacity="${dusk}"`)
  );
}

/** Cloth sheen over the print. */
export const clothLight = ({ w, h, floor }) =>
  P(`M0 ${floor}H${w}V${h}H0Z`, 'url(#fold)') +
  `<rect x="0" y="${floor}" width="${w}" height="${h - floor}" filter="url(#weave)" opacity=".5"/>`;

/** Long fibres of the wall's paper. */
export const fibres = (w, floor, opacity = 0.1) =>
  `<rect width="${w}" height="${floor}" filter="url(#fibre)" opacity="${opacity}" style="mix-blend-mode:screen"/>`;

/** A thing that hangs a little before the wall: its own soft shadow down right. */
export const hung = (svg, dx = 16, dy = 14, opacity = 0.28) =>
  G(
    G(svg, `translate(${dx} ${dy})`, ' style="filter:brightness(0)"'),
    '',
    ` opacity="${opacity}" filter="url(#soft9)"`,
  ) + svg;

/** A thing that lies or stands: contact shadow under its foot. */
export const grounded = (svg, x, y, rx, ry = rx * 0.2, opacity = 0.5) =>
  `<ellipse cx="${x + rx * 0.14}" cy="${y}" rx="${rx * 1.06}" ry="${ry}" fill="#1d0d03" opacity="${opacity}" filter="url(#soft9)"/><ellipse cx="${x + rx * 0.03}" cy="${y - ry * 0.2}" rx="${rx * 0.94}" ry="${ry * 0.55}" fill="#1d0d03" opacity="${opacity * 0.8}" filter="url(#soft4)"/>` +
  svg;
