import { useQuery } from '@connectrpc/connect-query';
import { type GetShopResponse, ShopService } from '#contract/shop/catalog/v1/shop_pb.js';

/** Reads the shop's details, which change rarely. */
export const useShop = ({ enabled = true } = {}) =>
  useQuery(ShopService.method.getShop, {}, { enabled, staleTime: 300_000, select: detailsOf });

const detailsOf = ({ shop }: GetShopResponse) => ({ version: shop?.version ?? 0, facts: shop?.facts });

/** Returns the shop's name; empty until it is loaded. */
export const useShopName = (): string => useShop().data?.facts?.name ?? '';
