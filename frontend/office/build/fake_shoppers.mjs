// The fake methods of shoppers. They check little.
import { Code } from '@connectrpc/connect';
import { ShopperService } from '../contract/shop/identity/v1/shoppers_pb.js';
import { refusedCall } from './fake_answers.mjs';

const search = ({ shoppers }, { query }) => ({
  shoppers: shoppers
    .map(({ shopper }) => shopper)
    .filter(({ name = '', email, mobileNumber = '' }) =>
      [name, email, mobileNumber].some((word) => word.toLowerCase().includes(query.toLowerCase())),
    ),
});

function find({ shoppers }, { accountId }) {
  const found = shoppers.find(({ shopper }) => shopper.accountId === accountId);
  if (!found) throw refusedCall(Code.NotFound, 'There is no such account.', 'NOT_FOUND');
  return found;
}

function remove(state, { accountId }) {
  state.shoppers = state.shoppers.filter(({ shopper }) => shopper.accountId !== accountId);
  return {};
}

export const SHOPPER_METHODS = [
  [ShopperService.method.searchShoppers, search],
  [ShopperService.method.getShopper, find],
  [ShopperService.method.requestShopperData, () => ({})],
  [ShopperService.method.deleteShopper, remove],
];
