// §9: every number of the specification, once.
export const limits = {
  pageSize: 10,
  /** Longest list a caller may ask for at once without `limit=-1`, as the CMS shape has it. */
  defaultQueryLimit: 100,
  tokenRefreshBeforeExpiryMs: 30_000,
  authWaitMs: 1_000,
  mobileWidthPx: 768,
  swipePx: 10,
  chunkTimeoutMs: 120_000,
  toastErrorMs: 4_000,
  toastSuccessMs: 2_000,
  toastsShown: 20,
  defaultTimeUnitMinutes: 30,
  chatMessage: 4096,
  /** A car may be wanted so many hours ahead; until a branch's own pickups tell more, it is asked for so many minutes before. */
  pickupAheadHours: 12,
  pickupLeadMinutes: 15,
  /** How often offers that have run out and cars wanted at a time are looked for. */
  offersEveryMs: 1_000,
  offerTimeoutSeconds: 60,
  imageCaptures: 5,
  imageBytes: 2 * 1024 * 1024,
  documentBytes: 5 * 1024 * 1024,
  /** How often the bytes of files that are gone are swept away. */
  sweepFilesEveryMs: 60_000,
  /** A list that is imported: its file and its rows. */
  importBytes: 10 * 1024 * 1024,
  importRows: 5_000,
  exportRows: 20_000,
  couponCode: 6,
  couponTitle: 75,
  shortDescription: 255,
  valetChargeDigits: 6,
  totalSlotsDigits: 6,
  slotPrefix: 50,
  zoneOrBlock: 50,
  employeeId: 12,
  email: 255,
  name: 50,
  nameMinimum: 3,
  companyName: 50,
  branchName: 50,
  address: 150,
  meta: 150,
  message: 150,
  phone: 10,
  pincode: 6,
  gstin: 15,
  pan: 10,
  vehicleNumberLongerThan: 5,
  passwordMinimum: 8,
  otpLowest: 1000,
  otpHighest: 9999,
  codeTries: 5,
  codeLockMinutes: 10,
  recoveryCodes: 10,
  /** The least and the most one online payment may be, in paise: the provider's least is a rupee. */
  onlineLeastPaise: 100,
  onlineMostPaise: 10_000_000,
  /** What a manager may pay back at once where the branch has set nothing else, in paise. */
  managerRefundPaise: 100_000,
  /** A visit open longer than this is shown beside the cash of a day. */
  longOpenHours: 24,
  truncateAt: 120,
  tokenDigits: 5,
  registrationDefaultStep: 2,
  /** Where the addresses of customers made at the gate end: a reserved name, so that no mail ever reaches a stranger. */
  customerMailDomain: "customers.chaavi.example",
  /** A gate's stand-in number is typed for car after car: from here on a customer is given no more vehicles. */
  customerVehicles: 50,
  /** Characters of a remark or note of a platform verifier. */
  reviewNote: 1000,
  /** A branch may open so many times a day, show so many banners and have so many amenities, each of so many characters. */
  openingsPerDay: 3,
  banners: 5,
  amenities: 30,
  amenity: 40,
  /** Characters of a branch's own text of a mail, and of its subject. */
  mailText: 1000,
  mailSubject: 120,
  /** What is written to us from the public pages: its characters, and how many from one address in an hour. */
  enquiry: 2000,
  enquiriesAnHour: 5,
  /** Files a registration may bring, and tags a branch may have. */
  onboardingDocuments: 8,
  branchTags: 10,
  /** Characters of an agreement with a vendor. */
  agreement: 100_000,
  /** How often invites that are over are looked for. */
  inviteExpiryEveryMs: 60_000,
  /** For so many days after it is done with, a message of the outbox is kept; a one-time code, for so many after it was made. */
  keepMessagesDays: 90,
  keepCodesDays: 7,
  /** Old rows that are removed in one transaction. */
  removedAtATime: 200,
  /** A socket: its largest message, its subscriptions, what may wait to be done, and how long one waits for the other end. */
  socketMessageBytes: 256 * 1024,
  socketSubscriptions: 50,
  socketWaiting: 500,
  socketAuthMs: 10_000,
  socketHeartbeatMs: 30_000,
  socketCloseMs: 5_000,
  /** Sockets one server holds at once. */
  sockets: 10_000,
  /** What a live reader may leave unread before the connection is ended. */
  unreadBytes: 1024 * 1024,
} as const;
