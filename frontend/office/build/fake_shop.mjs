// The fake methods of the shop's details. They check little.
import { create, equals } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import {
  ShopEditingService,
  ShopFactsSchema,
  ShopSchema,
  ShopService,
} from '../contract/shop/catalog/v1/shop_pb.js';
import { refusedCall } from './fake_answers.mjs';

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
  foodLicence: '00000000000000',
  gstin: '00AAAAA0000A0A0',
  countryOfOrigin: 'India',
  bestBefore: '12 months from packing',
  codFeePaise: 5_000n,
  codLimitPaise: 1_000_000n,
  socialLinks: ['instagram', 'facebook', 'youtube'].map((network) => ({
    network,
    url: `https://${network}.example/vanmool`,
  })),
  isSample: true,
};

/** The initial details of a fake office's shop. `isShopEdited`: a colleague changes them first. */
export const openShop = () => ({
  shop: { version: 1, facts: create(ShopFactsSchema, FACTS) },
  shopChanges: [{ version: 1, changedAt: '2026-11-24T04:30:00Z', fields: ['name'] }],
  isShopEdited: false,
});

const only = (facts, { localName }) => create(ShopFactsSchema, { [localName]: facts[localName] });

function write(state, facts) {
  const before = state.shop.facts;
  const fields = ShopFactsSchema.fields
    .filter((field) => !equals(ShopFactsSchema, only(before, field), only(facts, field)))
    .map(({ name }) => name)
    .filter((name) => name !== 'is_sample');
  const version = state.shop.version + 1;
  state.shop = { version, facts: { ...facts, isSample: false } };
  const changedAt = new Date().toISOString();
  state.shopChanges.unshift({ version, changedAt, changedBy: state.me.staffId, fields });
}

function update(state, { version, facts }) {
  if (state.isShopEdited) {
    state.isShopEdited = false;
    write(state, { ...state.shop.facts, tagline: 'Milled on stone', codFeePaise: 4_000n });
  }
  if (state.shop.version !== version) {
    const present = { desc: ShopSchema, value: state.shop };
    throw refusedCall(Code.Aborted, 'The shop was changed meanwhile.', 'SHOP_CHANGED', present);
  }
  write(state, facts);
  return { shop: state.shop };
}

export const SHOP_METHODS = [
  [ShopService.method.getShop, ({ shop }) => ({ shop })],
  [ShopEditingService.method.updateShop, update],
  [ShopEditingService.method.listShopChanges, ({ shopChanges }) => ({ changes: shopChanges })],
];
