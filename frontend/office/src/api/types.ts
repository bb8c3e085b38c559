import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** The signed-in staff member, with the permissions of their role. */
export type Me = Schemas['Me'];

/** A staff member's role. */
export type Role = Schemas['Role'];

/** The body of `POST session`; `code` is the authenticator app's, or a recovery code. */
export type Credentials = Schemas['Credentials'];

/** The proof of a staff member who confirms their identity again. */
export type Proof = Schemas['Proof'];

/** An invitation as its link shows it, with the key for the authenticator app. */
export type InvitationDetails = Schemas['InvitationDetails'];

/** The body of `POST invitations/acceptance`. */
export type Acceptance = Schemas['Acceptance'];

/** The session of a new staff member, with recovery codes that are shown once. */
export type Accepted = Schemas['Accepted'];

/** One line of the log: a call of a staff member, and its time. */
export type LogEntry = Schemas['LogEntry'];

/** Entries of the log, newest first; `next` asks for those after them. */
export type LogPage = Schemas['LogPage'];

/** How the day stands; what is not permitted, or whose service does not answer, is left out. */
export type Today = Schemas['Today'];

/** The orders of a day, in rupees. */
export type DaySales = NonNullable<Today['sales']>[number];

/** An order as staff read it; amounts are in rupees. */
export type Order = Schemas['Order'];

/** How an order reached the shop. */
export type OrderSource = Schemas['Source'];

/** A line of an order. */
export type OrderLine = Order['lines'][number];

/** A step of an order's life. */
export type OrderChange = Order['changes'][number];

/** Where an order stands. */
export type OrderState = Schemas['OrderState'];

/** Orders, newest first; `next` asks for those after them. */
export type OrderPage = Schemas['OrderPage'];

/** The body of `POST orders/{number}/transitions`: the next state, and the version that staff saw. */
export type OrderTransition = Schemas['OrderTransition'];

/** The parts of a transition that its kind needs, such as the parcel or the reason. */
export type TransitionDetails = Omit<OrderTransition, 'to' | 'version'>;

/** The body of `POST orders/{number}/payment`. */
export type PaymentRecord = Schemas['PaymentRecord'];

/** By which way money came. */
export type PaymentChannel = PaymentRecord['channel'];

/** A note on an order, which only staff see. */
export type OrderNote = Schemas['Note'];

/** The body of `POST orders/{number}/notes`. */
export type NewOrderNote = Schemas['NewNote'];

/** The body of `PUT orders/{number}/address`, with the version that staff saw. */
export type AddressCorrection = Schemas['Address'];

/** A photo that the shop keeps. */
export type Photo = Schemas['Photo'];

/** A pack that is on sale today, in rupees. */
export type PackOnSale = Schemas['Pack'];

/** When a parcel comes to a pincode, and what that costs in rupees. */
export type DeliveryQuote = Schemas['Delivery'];

/** The body of `POST orders`: an order by telephone or message. */
export type NewOrder = Schemas['NewOrder'];

/** The order as it was kept. */
export type PlacedOrder = Schemas['PlacedOrder'];
