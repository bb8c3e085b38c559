import { brand } from '../brand';

/** Texts of the home page. */
export const homeMessages = {
  title: `${brand.name} · herbal powders from Surat`,
  hindi: 'करेला · जामुन · सहजन',
  heading: 'Bitter fruit. Plain labels.',
  intro:
    'Karela, jamun, moringa and more: dried slowly, stone-milled in small batches. Nothing added, nothing hidden.',
  seeProducts: 'See the powders',
  stripHeading: 'From the grinding stone',
  stripIntro: 'Pouches for every day, cartons for the month.',
  stripLabel: 'Products',
  scrollBack: 'Scroll products left',
  scrollOn: 'Scroll products right',
  chooseWeight: 'Choose weight',
  off: (percent: number) => `${percent}%OFF`,
  sellingPrice: 'Price',
  listedPrice: 'Listed price',
  facts: [
    { icon: 'truck', title: 'Free prepaid delivery', text: '3–10 days by pincode' },
    { icon: 'coin', title: 'Cash on delivery', text: 'COD fee ₹50' },
    { icon: 'return', title: '30-day returns', text: 'Unopened packs' },
    { icon: 'mill', title: 'Stone-milled', text: 'Small batches, Surat' },
  ],
} as const;
