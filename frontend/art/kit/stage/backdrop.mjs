// The painting on the wall behind the packs, as SVG. One unit of the world is PER pixels.
import { G, P } from '../geom.mjs';
import { buta, rosette, strip } from '../print.mjs';
import { sceneDefs } from './defs.mjs';
import { jaal, niche, nicheClip, surround } from './wall.mjs';

const PER = 800;
const WIDE = 2.6;
const HIGH = 2;

/** The part of the world the wall's picture covers. */
export const WALL = { left: -WIDE / 2, right: WIDE / 2, bottom: 0, top: HIGH };

const w = WIDE * PER;
const h = HIGH * PER;

/* A window arch in a printed band, with the sun inside. */
function nicheWall(look, cx) {
  const o = { ...look, w, h, table: h, cx, nw: 0.98 * PER, top: h - 1.28 * PER, ink: look.niche2 };
  const height = h - o.top;
  const defs = `${nicheClip(o, height)}<clipPath id="wallc"><path d="M0 0H${w}V${h}H0Z"/></clipPath>`;
  return `<defs>${defs}</defs>${jaal(w, h, look.ink, 0.13, 104)}${surround(o, height, 84)}${niche(o, height)}`;
}

/* A great sun with rays, as on a matchbox. */
function sunWall(look, cx) {
  const cy = h - 0.74 * PER;
  const r = 0.56 * PER;
  const rays = Array.from({ length: 40 }, (_, i) => {
    const wide = i % 2 ? 5.2 : 2.6;
    return P(
      `M0 ${-r * 1.08}L${wide * 9} ${-w}L${-wide * 9} ${-w}Z`,
      look.sun,
      ` opacity=".34" transform="translate(${cx} ${cy}) rotate(${i * 9})"`,
    );
  });
  const beads = Array.from({ length: 64 }, (_, i) => {
    const a = (i / 64) * 2 * Math.PI;
    return G(
      rosette(15, look.trim, look.trim2, look.wall, 6),
      `translate(${cx + r * 1.005 * Math.cos(a)} ${cy + r * 1.005 * Math.sin(a)})`,
    );
  });
  return (
    rays.join('') +
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${look.sun}"/>` +
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.93}" fill="none" stroke="${look.trim2}" stroke-width="4"/>` +
    `<circle cx="${cx}" cy="${cy}" r="${r * 1.075}" fill="none" stroke="${look.trim2}" stroke-width="5"/>` +
    beads.join('')
  );
}

/* Rows of paisleys over a printed band, as on a block-printed hanging. */
function butiWall(look) {
  const step = 190;
  let out = '';
  for (let j = 0; j * step * 0.9 < h; j++)
    for (let i = -1; i * step < w + step; i++) {
      const x = i * step + (j % 2 ? step / 2 : 0);
      const flip = j % 2 ? -1 : 1;
      out += G(
        buta(112, look.ink, look.wall, look.ink),
        `translate(${x} ${h - 330 - j * step * 0.9}) scale(${flip} 1)`,
      );
      out += G(
        rosette(13, look.ink, look.wall, look.wall, 6),
        `translate(${x + step / 2} ${h - 380 - j * step * 0.9})`,
      );
    }
  const inks = { bg: look.niche2, a: look.panel, b: look.trim };
  const band =
    G(strip(w, 30, 'dant', { a: look.niche2, bg: look.wall }), `translate(0 ${h - 292})`) +
    P(`M0 ${h - 262}H${w}V${h - 138}H0Z`, look.trim2) +
    G(strip(w, 104, 'phool', inks), `translate(0 ${h - 252})`) +
    G(strip(w, 30, 'dant', { a: look.niche2, bg: look.wall }), `translate(0 ${h - 108}) scale(1 -1)`);
  return `<g opacity=".3">${out}</g><g>${band}</g>`;
}

const motifs = { niche: nicheWall, sun: sunWall, butis: butiWall };

/** The wall as SVG: { svg, w, h }. */
export function backdrop(look) {
  const cx = -WALL.left * PER;
  const content =
    `<defs>${sceneDefs}</defs>${P(`M0 0H${w}V${h}H0Z`, look.wall)}` +
    `<g filter="url(#rough)">${motifs[look.motif](look, cx)}</g>` +
    `<rect width="${w}" height="${h}" filter="url(#fibre)" opacity=".12" style="mix-blend-mode:screen"/>`;
  return { svg: `<svg width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${content}</svg>`, w, h };
}
