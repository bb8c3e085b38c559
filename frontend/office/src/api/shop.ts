// What the shop says of itself.
import { sending } from 'shared/request/body';
import { own, request } from './request';
import type { Shop, ShopChange, ShopFacts } from './types';

/** What the shop says of itself. */
export const readShop = (): Promise<Shop> => request('GET shop', own);

/** Changes all that it says; refused with the shop when somebody else changed it before. */
export const updateShop = (version: number, facts: ShopFacts): Promise<Shop> =>
  request('PUT shop', sending({ version, facts }));

/** Who changed it, newest first. */
export const listShopChanges = async (): Promise<ShopChange[]> =>
  (await request('GET shop/changes', own)).changes;
