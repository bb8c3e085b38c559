import { Outline } from 'shared/ui/Outline';

/** Line drawings on a grid of 24. Each is next to a word, or in a button with a name. */
const PATHS = {
  today: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8.5 15l2.2 2.2 4.3-4.4',
  orders: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8.5h6M9 12.5h6',
  pack: 'M4 5v14M7.5 5v14M10 5v14M13.5 5v14M16 5v14M20 5v14',
  products: 'M8 3.5h8M9 3.5v3.2L6.5 10v10.5h11V10L15 6.7V3.5M6.5 13.5h11',
  stock: 'M3.5 8L12 3.5 20.5 8v8.5L12 21l-8.5-4.5zM3.5 8l8.5 4.5L20.5 8M12 12.5V21',
  returns: 'M9 5L4.5 9.5 9 14M4.5 9.5H15a4.5 4.5 0 0 1 0 9h-3',
  cash: 'M3 6.5h18v11H3zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM6 9.5v.1M18 14.4v.1',
  payments: 'M3 6h18v12H3zM3 10h18M6.5 14.5h4',
  books: 'M5 4.5h5.5L12 6l1.5-1.5H19v14h-5.5L12 20l-1.5-1.5H5zM12 6v14',
  reviews: 'M12 4l2.3 4.9 5.2.7-3.8 3.7.9 5.3L12 16l-4.6 2.6.9-5.3-3.8-3.7 5.2-.7z',
  messages: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  shoppers: 'M12 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM4.5 20.5c.7-3.8 3.6-5.8 7.5-5.8s6.8 2 7.5 5.8',
  shop: 'M4 10v10.5h16V10M3.5 9.5L5.5 4h13l2 5.5c0 3.3-4.2 3.3-4.2 0 0 3.3-4.3 3.3-4.3 0 0 3.3-4.3 3.3-4.3 0 0 3.3-4.2 3.3-4.2 0zM9.5 20.5v-6h5v6',
  files: 'M6 3.5h8.5L19 8v12.5H6zM14 3.5V8.5h5M12.5 11v6M9.5 14l3-3 3 3',
  staff:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.6-3.4 3.2-5 6.5-5s5.9 1.6 6.5 5M16 4.8a3.5 3.5 0 0 1 0 6.4M18.5 15c1.7.8 2.7 2.3 3 4.5',
  log: 'M12 7v5l3.2 2M4 12a8 8 0 1 1 2.6 5.9M4 19v-4h4',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20.5 20.5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 4L2.8 20h18.4zM12 10v4.5M12 17.4v.1',
  close: 'M6 6l12 12M18 6L6 18',
  print: 'M7 8.5V3.5h10v5M7 17H4V8.5h16V17h-3M7 14h10v6.5H7z',
  out: 'M10 4H5v16h5M9.5 12H20M16 8l4 4-4 4',
  more: 'M4 7h16M4 12h16M4 17h16',
  back: 'M14.5 5.5L8 12l6.5 6.5',
  next: 'M9.5 5.5L16 12l-6.5 6.5',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  plus: 'M12 5v14M5 12h14',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10.5 21.5h3',
  silent: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10.5 21.5h3M3.5 3.5l17 17',
} as const;

/** The name of a drawing. */
export type IconName = keyof typeof PATHS;

/** A line drawing, hidden from screen readers. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return <Outline path={PATHS[name]} size={size} />;
}
