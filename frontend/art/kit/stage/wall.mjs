// The wall behind a set, and the niche in it.
import { G, P } from '../geom.mjs';
import { along, arch, archPoints, rosette } from '../print.mjs';

const FORM = { foils: 4, rise: 0.44 };

/** A field of faint flowers. */
export function jaal(w, h, colour, opacity, step = 92) {
  let out = '';
  for (let j = 0; j * step * 0.86 < h + step; j++)
    for (let i = 0; i * step < w + step; i++) {
      const x = i * step + (j % 2 ? step / 2 : 0);
      out += G(rosette(13, colour, 'none', 'none', 8), `translate(${x} ${j * step * 0.86})`);
    }
  return `<g opacity="${opacity}">${out}</g>`;
}

/** The block-printed band of even width round the niche. */
export function surround(o, height, bw) {
  const edge = (o.nw + bw) / 2;
  const line = archPoints(o.nw + bw, height, FORM);
  const d =
    `M${-edge} ${height + bw * 2}L${line.map((q) => q.map((n) => n.toFixed(1)).join(' ')).join('L')}` +
    `L${edge} ${height + bw}`;
  const lift = o.top - bw * 0.48;
  const stroke = (colour, width) =>
    `<path d="${d}" transform="translate(${o.cx} ${lift})" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"/>`;
  const ground = o.niche2 ?? o.ink;
  const whole = [[-edge, height + bw * 1.2], ...line, [edge, height + bw * 1.2]];
  const flowers = along(whole, bw * 0.66).map(([x, y]) =>
    G(rosette(bw * 0.27, o.trim, o.trim2, ground, 8), `translate(${o.cx + x} ${lift + y})`),
  );
  return (
    `<g clip-path="url(#wallc)"><g filter="url(#soft2)" opacity=".35" transform="translate(10 12)">${stroke('#3A1A04', bw)}</g>` +
    `<g filter="url(#rough)">${stroke(o.trim2, bw)}${stroke(o.trim, bw * 0.84)}${stroke(ground, bw * 0.74)}` +
    `${flowers.join('')}</g></g>`
  );
}

/** The inside of the niche: sun, rays, and the shade of its edge. */
export function niche(o, height) {
  const outline = arch(o.nw, height, FORM);
  const sunY = o.top + height * 0.56;
  const rays = Array.from({ length: 60 }, (_, i) => {
    const tip = -o.nw * (i % 2 ? 0.5 : 0.46);
    const w = o.nw * 0.0065;
    return `<path d="M0 ${-o.nw * 0.395}L${w} ${tip}L${-w} ${tip}Z" fill="${o.sun}" transform="translate(${o.cx} ${sunY}) rotate(${i * 6})"/>`;
  });
  const glow = `M${o.cx - o.nw / 2} ${o.top - 120}H${o.cx + o.nw / 2}V${o.table}H${o.cx - o.nw / 2}Z`;
  return (
    G(P(outline, o.niche), `translate(${o.cx} ${o.top})`) +
    `<g clip-path="url(#ni)"><circle cx="${o.cx}" cy="${sunY}" r="${o.nw * 0.37}" fill="${o.sun}"/>${rays.join('')}` +
    `<path d="${glow}" fill="url(#ng)" style="mix-blend-mode:multiply"/>` +
    `<path d="${outline}" transform="translate(${o.cx} ${o.top})" fill="none" stroke="#5A2A0A" stroke-opacity=".55" stroke-width="30" filter="url(#soft2)"/></g>`
  );
}

/** Clip of the niche's inside. */
export const nicheClip = (o, height) =>
  `<clipPath id="ni"><path d="${arch(o.nw, height, FORM)}" transform="translate(${o.cx} ${o.top})"/></clipPath>`;
