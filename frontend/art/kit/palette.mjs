// Colours named after the dyes and earths of Indian block printing.

/** The inks of the press. */
export const K = {
  neel: '#1C2B4F',
  neelDeep: '#121C36',
  madder: '#A5301F',
  madderDeep: '#7C2116',
  haldi: '#E9A820',
  haldiLight: '#F6CF6B',
  anar: '#6C7327',
  leaf: '#3E6B3B',
  leafDeep: '#274A2B',
  leafLight: '#8FB05A',
  jamun: '#5B2450',
  jamunDeep: '#3A1436',
  jamunLight: '#9A5A93',
  kattha: '#7B4A2C',
  khadi: '#F4E9D6',
  kora: '#FBF6EA',
  sand: '#E2CFAE',
  rose: '#E7B7A0',
};

/*
 * The ink of each plate of a drawing:
 * ink: line; a, b: leaf in light and in shade; l: paper; f, g, h: fruit, its shade, its light; y, z: accent and its shade
 */
const base = {
  ink: K.neelDeep,
  a: '#6E9A4B',
  b: '#4C7A3F',
  l: K.khadi,
  f: '#7FAE4E',
  g: '#5A8A40',
  h: '#CFE08E',
  y: K.haldi,
  z: '#C7841A',
};

/** One set of inks per plant. */
export const plantColours = {
  karela: { ...base, f: '#86B04C', g: '#5E8F3E' },
  jamun: { ...base, f: K.jamun, g: K.jamunDeep, h: '#B784B0' },
  moringa: { ...base, a: '#7BA650', b: '#55863F', f: '#A4A552', g: '#7C7F37' },
  ashwagandha: { ...base, a: '#8CA36A', b: '#67834E', y: '#D8552B', z: '#A5301F', r: '#E3C08A' },
  tulsi: { ...base, a: '#6F9858', b: '#4A7647', f: '#8E5B86', g: '#6A3A66', h: '#D9B3D2' },
  amla: { ...base, a: '#6E9A4B', f: '#C6D36A', g: '#9FB548', h: '#EEF3B4' },
  b12: { ...base, a: '#E9A820', b: '#C9851B', f: '#C4472F', g: '#A5301F', l: '#F7E7C6' },
  neem: { ...base, a: '#78A24C', b: '#4F7F3C', f: '#F7EFD8', g: '#D9CBA0', h: '#FFFBEC', y: '#E2C25A' },
  shallaki: {
    ...base,
    a: '#86A35C',
    b: '#5F8047',
    f: '#F0C773',
    g: '#CE8F34',
    h: '#FFF0C4',
    y: '#B98A5E',
    z: '#8A5B38',
  },
  haritaki: { ...base, a: '#7C9C4F', b: '#567A3D', f: '#C9B45A', g: '#9A8238', h: '#EEE2A6' },
  bibhitaki: { ...base, a: '#6F9150', b: '#4B7040', f: '#B98E63', g: '#8A6140', h: '#E4C8A4' },
  gurmar: { ...base, a: '#7DA458', b: '#557F43', f: '#F0C04A', g: '#C98C24', h: '#FBE7A5' },
  methi: {
    ...base,
    a: '#86B05A',
    b: '#5C8B44',
    f: '#E6C05A',
    g: '#B98A2C',
    h: '#F8E6AE',
    y: '#F6E9B8',
    z: '#DBC377',
  },
  triphala: { ...base },
  madhu: { ...base },
};
