import { Outline } from 'shared/ui/Outline';

const outlines = {
  menu: 'M4 7h16M4 12h16M4 17h10',
  cart: 'M3 4h2.2l2.3 10.6h10.6L20.4 7H6M9.4 19.2h.01M16.8 19.2h.01',
  down: 'M7 10l5 5 5-5',
  left: 'M14 6l-6 6 6 6',
  right: 'M10 6l6 6-6 6',
  phone:
    'M5 4h4l1.6 4.6-2.4 1.7a12.4 12.4 0 0 0 5.5 5.5l1.7-2.4L20 15v4a1.6 1.6 0 0 1-1.7 1.6A15.6 15.6 0 0 1 3.4 5.7 1.6 1.6 0 0 1 5 4z',
  mail: 'M3.5 6h17v12h-17zM3.5 7l8.5 6.5L20.5 7',
  truck:
    'M2.5 6.5h11v9h-11zM13.5 9.5h4l3.5 3.4v2.6h-7.5M7 18.4a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM17 18.4a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  coin: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM9 8.5h6M9 11h6M9 8.5h1.8a2.3 2.3 0 0 1 0 4.8H9l4 3.7',
  return: 'M4 12a8 8 0 1 0 2.6-5.9M4 4.5V9h4.5M12 8v4.4l3 1.8',
  pin: 'M12 21c4.4-4.6 6.6-8.2 6.6-11A6.6 6.6 0 0 0 5.4 10c0 2.8 2.2 6.4 6.6 11zM12 12.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM20 20l-4.2-4.2',
  heart: 'M12 20s-7-4.4-8.7-8.6A4.8 4.8 0 0 1 12 7.2a4.8 4.8 0 0 1 8.7 4.2C19 15.6 12 20 12 20z',
  user: 'M12 12.1a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2zM4.8 20c.8-4 3.6-5.6 7.2-5.6s6.4 1.6 7.2 5.6',
  chat: 'M4 5h16v11.5h-9L6.5 20v-3.5H4zM8 9h8M8 12.5h5',
  mill: 'M5 12h14c0 4-2.4 7-7 7s-7-3-7-7zM10 12L17.5 3.5M8.5 21h7',
} as const;

export type IconName = keyof typeof outlines;

/** An icon used in several places. Icons used once are defined where they are used. */
export function Icon({ name, size }: { name: IconName; size?: number }) {
  return <Outline path={outlines[name]} size={size} />;
}
