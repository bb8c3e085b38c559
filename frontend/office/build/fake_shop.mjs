// The fake API of the shop's details. It checks little.
import { needsMe, ok, refused } from './fake_answers.mjs';

const FACTS = {
  name: 'Vanmool',
  hindiName: 'वनमूल',
  tagline: 'Herbal powders, stone-milled in Surat',
  legalName: 'Vanmool Herbals (sample)',
  addressLines: ['14 Sample Mill Compound', 'Ring Road, Surat 395002', 'Gujarat, India'],
  phone: '+910000000000',
  whatsapp: '+910000000000',
  email: 'care@vanmool.example',
  careHours: 'Monday to Saturday, 10 am to 6 pm',
  holidays: [],
  foodLicence: '00000000000000',
  gstin: '00AAAAA0000A0A0',
  countryOfOrigin: 'India',
  bestBefore: '12 months from packing',
  delivery: 0,
  codFee: 50,
  codLimit: 10_000,
  socialLinks: ['instagram', 'facebook', 'youtube'].map((network) => ({
    network,
    url: `https://${network}.example/vanmool`,
  })),
  holdsReviews: false,
  upiId: '',
  bankAccount: null,
};

/** The initial details of a fake office's shop. `isShopEdited`: a colleague changes them first. */
export const openShop = () => ({
  shop: { version: 1, isSample: true, facts: structuredClone(FACTS) },
  shopChanges: [{ version: 1, changedAt: '2026-11-24T04:30:00Z', fields: ['name'] }],
  isShopEdited: false,
});

function write(state, facts) {
  const fields = Object.keys(facts).filter(
    (key) => JSON.stringify(facts[key]) !== JSON.stringify(state.shop.facts[key]),
  );
  state.shop = { version: state.shop.version + 1, isSample: false, facts };
  const { version } = state.shop;
  const changedAt = new Date().toISOString();
  state.shopChanges.unshift({ version, changedAt, changedBy: state.me.staffId, fields });
}

function update(state, { body }) {
  if (state.isShopEdited) {
    state.isShopEdited = false;
    write(state, { ...state.shop.facts, tagline: 'Milled on stone', codFee: 40 });
  }
  if (state.shop.version !== body.version) {
    return refused(409, 'The shop was changed meanwhile.', {
      code: 'SHOP_CHANGED',
      data: structuredClone(state.shop),
    });
  }
  write(state, body.facts);
  return ok(structuredClone(state.shop));
}

export const SHOP_ROUTES = [
  [/^GET shop$/, needsMe(({ shop }) => ok(structuredClone(shop)))],
  [/^PUT shop$/, needsMe(update)],
  [/^GET shop\/changes$/, needsMe(({ shopChanges }) => ok({ changes: structuredClone(shopChanges) }))],
];
