// Calls for the shop's own details.
import { sending } from 'shared/request/body';
import { own, request } from './request';
import type { Shop, ShopChange, ShopFacts } from './types';

/** Reads the shop's details. */
export const readShop = (): Promise<Shop> => request('GET shop', own);

/** Replaces the shop's details; fails with 409 and the current ones when their version has changed. */
export const updateShop = (version: number, facts: ShopFacts): Promise<Shop> =>
  request('PUT shop', sending({ version, facts }));

/** Lists the changes of the shop's details, newest first. */
export const listShopChanges = async (): Promise<ShopChange[]> =>
  (await request('GET shop/changes', own)).changes;
