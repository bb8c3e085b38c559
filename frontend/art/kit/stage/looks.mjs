// How each product is staged: its wall, its cloth, and how its plant takes part.
import { K } from '../palette.mjs';

/*
 * wall, ink: colour of the wall and of the pattern on it; motif: what is painted there (niche, sun or butis);
 * panel, sun: inside of the niche; cloth: the table; trim, trim2: bands. plants: drawings that hang or stand;
 * turn: 1 when the pack stands left and looks right, -1 for the other way round.
 */
const look = (rest) => ({
  ink: '#7A3A10',
  niche: '#FBF0D8',
  niche2: K.neel,
  sun: '#F0B84A',
  trim: '#F0B63A',
  trim2: '#A5301F',
  panel: '#F8EBD2',
  motif: 'niche',
  turn: 1,
  ...rest,
});

export const looks = {
  karela: look({ wall: '#E8A93A', cloth: '#9C2F1C', hang: ['karela'] }),
  jamun: look({
    wall: '#DE9C86',
    cloth: '#1F3A66',
    trim2: '#4B1D45',
    motif: 'sun',
    sun: '#F3C3A4',
    turn: -1,
    hang: ['jamun'],
  }),
  'karela-jamun': look({
    wall: '#DDA05A',
    cloth: '#23492F',
    niche2: '#8E2A1A',
    motif: 'butis',
    hang: ['jamun', 'karela'],
  }),
  moringa: look({
    wall: '#3D548C',
    ink: '#121C36',
    cloth: '#9C2F1C',
    niche2: '#8E2A1A',
    motif: 'sun',
    sun: '#5E76AC',
    stand: ['moringa'],
    turn: -1,
  }),
  ashwagandha: look({ wall: '#DDBB84', cloth: '#1C2B4F', trim2: '#9C2F1C', stand: ['ashwagandha'] }),
  b12: look({ wall: '#E5A077', cloth: '#164650', niche2: '#1F5A66', motif: 'butis', hang: ['amla'] }),
  'diabetes-support': look({
    wall: '#E9C06C',
    cloth: '#8E2A1A',
    niche2: '#1B4A50',
    stand: ['methi', 'gurmar'],
  }),
  triphala: look({
    wall: '#C8B45E',
    cloth: '#2F5230',
    niche2: '#5A4520',
    motif: 'sun',
    sun: '#E5D588',
    hang: ['triphala'],
    turn: -1,
  }),
  tulsi: look({
    wall: '#C9AFCB',
    ink: '#4B1D45',
    cloth: '#4B1D45',
    niche2: '#3A5A26',
    sun: '#E7CF8A',
    stand: ['tulsi'],
  }),
  amla: look({
    wall: '#5F8048',
    ink: '#1C3A20',
    cloth: '#8E2A1A',
    niche2: '#23492F',
    motif: 'sun',
    sun: '#86A35C',
    hang: ['amla'],
    turn: -1,
  }),
  shallaki: look({
    wall: '#D79E6A',
    cloth: '#1C2B4F',
    trim2: '#7A3D1E',
    motif: 'butis',
    stand: ['shallaki'],
  }),
  neem: look({
    wall: '#B4CBA2',
    ink: '#2F5A3A',
    cloth: '#8E2A1A',
    niche2: '#1B5A41',
    sun: '#E9CF7E',
    stand: ['neem'],
  }),
};
