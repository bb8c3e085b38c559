import { useQuery } from '@tanstack/react-query';
import { shopQuery } from '../api/queries';

/** Returns the shop's name; empty until it is loaded. */
export function useShopName(): string {
  return useQuery(shopQuery).data?.facts.name ?? '';
}
