import { resolve } from 'node:path';
import { createPrivateKey, sign } from 'node:crypto';
import { credentials, loadPackageDefinition, Metadata, type ServiceClientConstructor } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { expect, type Shop } from './fixtures';

const folder = resolve(import.meta.dirname, '../../../proto');

/** A request or a response of a service, with the contract's field names. */
type Message = Record<string, unknown>;

/** Calls of the operator directly to the services' gRPC ports. */
export function operator(shop: Shop) {
  const orders = ask(shop, 'order', 'OrderService');
  const stock = ask(shop, 'inventory', 'InventoryService');

  /** Changes the order with a number to the next status, as staff. */
  async function transition(orderNumber: string, mobileNumber: string, to: string): Promise<void> {
    const found = await orders('FindOrder', {
      orderNumber,
      ownership: { mobileNumber },
    });
    const { orderId, version } = found.order as { orderId: string; version: number };
    const parcel = {
      carrier: 'India Post',
      trackingNumber: 'EK123456789IN',
      trackingUrl: 'https://www.indiapost.gov.in/',
    };
    await orders('TransitionOrder', {
      orderId,
      to: `ORDER_STATUS_${to}`,
      version,
      actor: 'ACTOR_STAFF',
      parcel: to === 'SHIPPED' ? parcel : undefined,
      acceptsUnpaid: to === 'SHIPPED',
    });
  }

  return {
    transition,
    /** Calls the inventory service and returns its response. */
    stock,
  };
}

/** The caller token of the operator, as services/shared/runtime/src/authentication/proof.rs signs it. */
function proof(shop: Shop, service: string): Metadata {
  const der = Buffer.from(shop.operatorKey, 'base64');
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const expires = Math.floor(Date.now() / 1000) + 300;
  const signed = sign(null, Buffer.from(`caller proof 1\noperator\n${service}\n${expires}`), key);
  const metadata = new Metadata();
  metadata.set('caller-proof', `operator.${expires}.${signed.toString('base64url')}`);
  return metadata;
}

/** Creates a client for a service of the shop from its contract. */
function ask(shop: Shop, name: string, service: string) {
  const contract = loadPackageDefinition(
    loadSync(`shop/${name}/v1/${name}.proto`, { includeDirs: [folder], enums: String, longs: Number }),
  );
  const fullName = `shop.${name}.v1.${service}`;
  const named = fullName.split('.').reduce<unknown>((found, part) => (found as Message)[part], contract);
  const address = new URL(shop.services[name] ?? '').host;
  const client = new (named as ServiceClientConstructor)(address, credentials.createInsecure());
  return (method: string, request: Message) =>
    new Promise<Message>((done, fail) => {
      const call = client[method]?.bind(client);
      expect(call, `${service} has ${method}`).toBeDefined();
      call?.(request, proof(shop, fullName), (error: Error | null, answer: Message) =>
        error ? fail(error) : done(answer),
      );
    });
}
