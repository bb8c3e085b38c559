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

/** An open invitation. */
export type Invitation = Schemas['Invitation'];

/** The body of `POST staff/invitations`. */
export type NewInvitation = Schemas['NewInvitation'];

/** A present or former staff member. */
export type Colleague = Schemas['Colleague'];

/** The body of `PUT staff/{id}`. */
export type ColleagueChange = Schemas['ColleagueChange'];

/** Everybody, and the invitations that wait. */
export type StaffList = Schemas['StaffList'];

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

/** A review as staff read it. */
export type Review = Schemas['Review'];

/** The decision of staff about a review. */
export type ReviewState = Schemas['ReviewState'];

/** Reviews in a state; `next` asks for those after them. */
export type ReviewPage = Schemas['ReviewPage'];

/** The body of `POST reviews/{id}/decision`, with the version that staff saw. */
export type ReviewDecision = Schemas['ReviewDecision'];

/** The body of `PUT reviews/{id}/answer`; an empty answer removes it. */
export type ReviewAnswer = Schemas['ShopAnswer'];

/** A message to the shop, without what was written since. */
export type Ticket = Schemas['Ticket'];

/** How far a ticket is. */
export type TicketState = Schemas['TicketState'];

/** Something that was written about a ticket, or done with it. */
export type TicketEntry = Schemas['TicketEntry'];

/** Tickets; `next` asks for those after them. */
export type TicketPage = Schemas['TicketPage'];

/** A ticket with all that was written about it, oldest first. */
export type TicketThread = Schemas['TicketThread'];

/** The body of `POST messages/{id}/answers`; a retry has the same `answerId`. */
export type TicketAnswer = Schemas['TicketAnswer'];

/** The body of `POST messages/{id}/notes`. */
export type TicketNote = Schemas['TicketNote'];

/** A shopper with an account. */
export type Shopper = Schemas['Shopper'];

/** Shoppers, newest first; `next` asks for those after them. */
export type ShopperPage = Schemas['ShopperPage'];

/** Where a shopper has orders sent. */
export type ShopperAddress = Schemas['ShopperAddress'];

/** A shopper with their addresses. */
export type ShopperDetails = Schemas['ShopperDetails'];

/** The names of staff, by their ids. */
export type StaffNames = Schemas['StaffNames'];

/** A note on an order, which only staff see. */
export type OrderNote = Schemas['Note'];

/** The body of `POST orders/{number}/notes`. */
export type NewOrderNote = Schemas['NewNote'];

/** The body of `PUT orders/{number}/address`, with the version that staff saw. */
export type AddressCorrection = Schemas['Address'];

/** A product as staff work on it. */
export type Product = Schemas['Product'];

/** How far a product is. */
export type ProductState = Schemas['ProductState'];

/** A product's content, as staff write it. */
export type ProductContent = Schemas['ProductContent'];

/** A part of a product's texts that may be a claim that the law forbids. */
export type ProductClaim = Schemas['ProductClaim'];

/** Products in the shop's order; `next` asks for those after them. */
export type ProductPage = Schemas['ProductPage'];

/** A change of a product, with its author. */
export type ProductChange = Schemas['ProductChange'];

/** Changes, newest first; `next` asks for those after them. */
export type ProductChangePage = Schemas['ProductChangePage'];

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

/** The shop's profile; amounts are in rupees. */
export type ShopFacts = Schemas['ShopFacts'];

/** Where the shop is found. */
export type SocialLink = Schemas['SocialLink'];

/** The shop; `version` counts its changes. */
export type Shop = Schemas['Shop'];

/** A change of the shop's profile, with its author; the first one has none. */
export type ShopChange = Schemas['ShopChange'];
