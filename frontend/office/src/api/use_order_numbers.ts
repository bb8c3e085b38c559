import type { Transport } from '@connectrpc/connect';
import { callUnaryMethod, useTransport } from '@connectrpc/connect-query';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { OrderNumberService } from '#contract/shop/order/v1/order_numbers_pb.js';
import { useMay } from '../session/use_me';

/** The most order ids in one call. */
const MOST_IDS = 1_000;

/** The numbers of orders by their ids. Orders without a known number are missing. */
type Numbers = ReadonlyMap<string, string>;

const NONE: Numbers = new Map();

/**
 * Loads the numbers of orders, because stock knows only their ids. Stock is shown even if this fails. `isLoading` is true until the order
 * service answered or refused; meanwhile the numbers that were loaded before are known.
 */
export function useOrderNumbers(orderIds: readonly string[]): { numbers: Numbers; isLoading: boolean } {
  const transport = useTransport();
  const mayRead = useMay('orders.read');
  const ids = mayRead ? [...new Set(orderIds)] : [];
  const query = useQuery({
    queryKey: ['order numbers', ids],
    queryFn: ({ signal }) => readNumbers(transport, ids, signal),
    enabled: ids.length > 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return {
    numbers: query.data ?? NONE,
    isLoading: ids.length > 0 && (query.isLoading || query.isPlaceholderData),
  };
}

async function readNumbers(transport: Transport, ids: readonly string[], signal: AbortSignal) {
  const numbers = new Map<string, string>();
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const lot = { orderIds: ids.slice(from, from + MOST_IDS) };
    // oxlint-disable-next-line no-await-in-loop -- one after another, so that others have room
    const { orders } = await callUnaryMethod(transport, OrderNumberService.method.listOrderNumbers, lot, {
      signal,
    });
    for (const { orderId, orderNumber } of orders) numbers.set(orderId, orderNumber);
  }
  return numbers;
}
