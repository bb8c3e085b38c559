/** Where the parts of a running shop answer. */
export interface Shop {
  url: string;
  /** Where other devices find the shop; null when it listens on this machine alone. */
  networkUrl: string | null;
  /** Where the people of the shop go. */
  officeUrl: string;
  /** The link by which somebody becomes the owner of the office; null when it has one. */
  invitation: string | null;
  /** Where each service answers gRPC, by its name. */
  services: Record<string, string>;
  catalogDatabaseUrl: string;
  inventoryDatabaseUrl: string;
  identityDatabaseUrl: string;
  orderDatabaseUrl: string;
  /** Shows services that it is the operator who calls. */
  operatorKey: string;
  /** Shows services that a gateway calls. */
  gatewayKey: string;
  natsUrl: string;
  mailDir: string;
}

/** Opens the shop of this program, set up as the program takes it, and waits until it answers. */
export function openShop(how?: {
  program?: string;
  settings?: readonly string[];
  /** The folder of the built site, in `frontend/storefront`. */
  site?: string;
}): Promise<Shop & { close: () => Promise<void> }>;
