// A painted scene: a wall with a niche, a printed cloth, and lit things standing on it.
import { P } from './geom.mjs';
import { sceneDefs } from './scene/defs.mjs';
import { cloth, jaal, niche, nicheClip, plant, surround } from './scene/wall.mjs';

/** A brass plate, its rim rx wide, round (x,y). */
export function thali(x, y, rx) {
  const ry = rx * 0.3;
  const oval = (cy, kx, ky, fill, more = '') =>
    `<ellipse cy="${cy}" rx="${rx * kx}" ry="${ry * ky}" fill="${fill}"${more}/>`;
  return (
    `<g transform="translate(${x} ${y})">` +
    oval(ry * 0.42, 1.05, 1.02, '#1d0d03', ` cx="${rx * 0.08}" opacity=".5" style="filter:blur(9px)"`) +
    oval(rx * 0.055, 1, 1, '#6E4412') +
    oval(0, 1, 1, 'url(#brass)') +
    oval(ry * 0.02, 0.965, 0.94, '#8A5A1A') +
    oval(ry * 0.07, 0.955, 0.92, 'url(#brass2)') +
    '</g>'
  );
}

/* Plants before the wall, each with its shadow on it. */
const hanging = ([name, x, y, k, turn, flip]) =>
  `<g opacity=".28" filter="url(#soft2)"><g style="filter:brightness(0)">${plant(name, x + 16, y + 14, k, turn, flip)}</g></g>` +
  plant(name, x, y, k, turn, flip);

function windowLight({ w, table }) {
  const beams = [0, 1, 2].map(
    (i) =>
      `<path d="M${w * 0.04 + i * w * 0.2} -40l${w * 0.13} 0l${w * 0.18} ${table + 80}l${-w * 0.13} 0Z" fill="#fff"/>`,
  );
  return `<g style="mix-blend-mode:soft-light" filter="url(#soft)" opacity=".5" clip-path="url(#wallc)">${beams.join('')}</g>`;
}

function thing(s) {
  if (s.svg) return s.svg;
  if (s.plant) return plant(...s.plant);
  const shadow = s.ds ?? '10px 6px 14px rgba(30,12,2,.34)';
  return (
    `<image style="filter:drop-shadow(${shadow})" href="${s.src}" x="${s.x}" y="${s.y}" height="${s.h}" ` +
    `width="${s.h * s.ar}" preserveAspectRatio="none"/>`
  );
}

/**
 * The scene as SVG. o: w, h, table (y of its edge), cx, nw, top (niche), band; colours wall, wallInk, niche, niche2,
 * sun, cloth, trim, trim2, panel, ink; inside, back: plants [name, x, y, scale, turn, flip];
 * sprites: {src, x, y, h, ar, ds} | {svg} | {plant}.
 */
export function hero(o) {
  const { w, h, table } = o;
  const height = table - o.top;
  const wall = `M0 0H${w}V${table}H0Z`;
  const content =
    `<defs>${sceneDefs}${nicheClip(o, height)}<clipPath id="wallc"><path d="${wall}"/></clipPath></defs>` +
    P(`M0 0H${w}V${h}H0Z`, o.wall) +
    jaal(w, table, o.wallInk, o.jaalOp ?? 0.16) +
    surround(o, height, o.band ?? 62) +
    niche(o, height) +
    `<g clip-path="url(#wallc)">${(o.back ?? []).map(hanging).join('')}</g>` +
    windowLight(o) +
    P(wall, 'url(#wl)') +
    cloth(o) +
    `<rect width="${w}" height="${table}" filter="url(#fibre)" opacity=".10" style="mix-blend-mode:screen"/>` +
    o.sprites.map(thing).join('') +
    `<rect width="${w}" height="${h}" filter="url(#grain)" opacity=".22" style="mix-blend-mode:multiply"/>`;
  return `<svg width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${content}</svg>`;
}
