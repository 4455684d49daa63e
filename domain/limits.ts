// §9: all numeric limits of the specification.
export const limits = {
  pageSize: 10,
  /** Webhook endpoints of a company. */
  webhookEndpoints: 20,
  /** Printers of a branch. */
  printers: 20,
  /** Default page size of list queries without `limit`, as in the CMS contract. */
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
  timeUnitMinutes: 100_000,
  /** Default of the time after a payment in which nothing more is owed. */
  graceMinutes: 15,
  /** Quotes of stays per client address, and the longest stay that is quoted: 366 days. */
  quotesPerFiveMinutes: 120,
  quotedStayMinutes: 527_040,
  /** Pre-bookings: shortest and longest stay, and how far ahead. */
  bookingMinMinutes: 30,
  bookingMaxDays: 31,
  bookingAheadDays: 366,
  /** Interval of the check for bookings whose vehicle has not come. */
  noShowCheckEveryMs: 60_000,
  chatMessage: 4096,
  /**
   * Maximum hours a pickup can be scheduled ahead; and the default lead time of its request, until the branch has its
   * own estimate.
   */
  pickupAheadHours: 12,
  pickupLeadMinutes: 15,
  /** Interval of the check for expired offers and scheduled pickups. */
  offersEveryMs: 1_000,
  offerTimeoutSeconds: 60,
  imageCaptures: 5,
  /** Test entries of a branch under review, which are deleted in one transaction. */
  testEntries: 50,
  imageBytes: 2 * 1024 * 1024,
  /** A picture shared to the installed application, which no page has compressed. */
  sharedImageBytes: 10 * 1024 * 1024,
  documentBytes: 5 * 1024 * 1024,
  /** Interval of the deletion of stored content of deleted files. */
  sweepFilesEveryMs: 60_000,
  /** Import of a list: maximum file size and rows. */
  importBytes: 10 * 1024 * 1024,
  importRows: 5_000,
  exportRows: 20_000,
  /** Time during which an export can be downloaded by its creator. */
  exportHours: 24,
  /** Presets per user, and JSON characters per preset. */
  presets: 100,
  presetJson: 16 * 1024,
  couponCode: 6,
  /** Offers that one entry can have. */
  offersPerEntry: 3,
  /** Time during which an online payment holds offers. */
  offerHoldMinutes: 20,
  /** Codes of offers that are typed for an entry or from a client address in five minutes. */
  offerCodes: { perEntry: 10, perAddress: 60 },
  /** Offers on one public page, and those that a customer can save. */
  listedOffers: 100,
  savedOffers: 100,
  /** Phone numbers for which an offer is. */
  offerPhones: 2_000,
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
  /** reading.md §6: login and verification codes; longer than handover codes, since they give access to an account. */
  loginCodeLowest: 100_000,
  loginCodeHighest: 999_999,
  codeTries: 5,
  codeLockMinutes: 10,
  recoveryCodes: 10,
  /** Minimum and maximum of an online payment in paise; the provider's minimum is one rupee. */
  minOnlinePaise: 100,
  maxOnlinePaise: 10_000_000,
  /** Validity of a pay link in days: after the entry is closed and settled, and at most after its creation. */
  payLinkDaysAfterSettled: 7,
  payLinkDays: 180,
  /** Payment attempts per entry that can be started within this number of minutes. */
  payAttempts: { attempts: 10, attemptsMinutes: 10 },
  /** Amount of a trial payment in paise: the smallest that the providers accept. */
  trialPaymentPaise: 100,
  /** Default maximum of a refund by a manager, in paise. */
  managerRefundPaise: 100_000,
  /** Minutes during which staff may void an unpaid entry that they made themselves. */
  ownVoidMinutes: 5,
  /** Minutes after its creation during which gate staff may correct an entry. */
  correctionMinutes: 10,
  /** Minutes during which a vehicle that waits at the gate counts as arriving; afterwards it blocks no setting. */
  arrivalMinutes: 15,
  /** Entries open longer than this are listed in the daily cash report. */
  longOpenHours: 24,
  truncateAt: 120,
  tokenDigits: 5,
  registrationDefaultStep: 2,
  /**
   * Domain of placeholder emails of customers created at check-in; a reserved name, so that no email reaches a
   * stranger.
   */
  customerMailDomain: "customers.chaavi.example",
  /** Maximum vehicles per customer; staff may enter one dummy phone number for many cars. */
  customerVehicles: 50,
  /** Maximum characters of a verifier's remark or note. */
  reviewNote: 1000,
  /** Per branch: opening periods per day, banners, amenities, and characters of an amenity. */
  openingsPerDay: 3,
  banners: 5,
  amenities: 30,
  amenity: 40,
  /** Questions and answers of a branch's public page, and characters of each. */
  questions: 10,
  question: 150,
  answer: 500,
  /** Maximum characters of a custom email text and its subject. */
  mailText: 1000,
  mailSubject: 120,
  /** Enquiries from the public pages: maximum characters, and number per address and hour. */
  enquiry: 2000,
  enquiriesAnHour: 5,
  /** Documents per registration, and tags per branch. */
  onboardingDocuments: 8,
  branchTags: 10,
  /** Maximum characters of a vendor agreement. */
  agreement: 100_000,
  /** Maximum length of a pass in days; a branch can set less. */
  longestPassDays: 366,
  /** Default and maximum of the moves of a pass to other plates in a calendar month. */
  passMovesPerMonth: 2,
  passMovesMaximum: 31,
  /** Maximum invite period in days; a branch can set less. */
  inviteDays: 31,
  /** Daily quotas for emails, and equally for SMS, per branch, per recipient and per account. */
  messagesPerBranch: 6_000,
  messagesPerRecipient: 20,
  messagesPerOperator: 2_000,
  messagesPerEmployee: 100,
  messagesPerCustomer: 20,
  /** Invites per account and day. */
  invitesPerOperator: 500,
  invitesPerEmployee: 50,
  invitesPerCustomer: 20,
  /** Interval of the check for expired invites. */
  inviteExpiryEveryMs: 60_000,
  // A member of a unit who does not answer a visitor's request in this time is followed by the next one.
  unitAnswerMs: 45_000,
  /** Security log per hour: distinct events of a kind per address, and in total; further ones are only counted. */
  securityEventsPerAddress: 50,
  securityEventsPerKind: 1_000,
  /** Maximum distinct events buffered while the database is unavailable. */
  securityEventsPending: 5_000,
  /** Time for which a repeated request with the same Idempotency-Key gets the same reply, and characters of a key. */
  idempotencyKeyHours: 24,
  idempotencyKeyLength: 255,
  /** Batch size for the deletion of old rows per transaction. */
  removedAtATime: 200,
  /** WebSocket limits: message size, subscriptions, queued messages, and time-outs. */
  socketMessageBytes: 256 * 1024,
  socketSubscriptions: 50,
  socketWaiting: 500,
  socketAuthMs: 10_000,
  socketHeartbeatMs: 30_000,
  socketCloseMs: 5_000,
  /**
   * Maximum concurrent sockets and streams of one server: in total, per address (shared by the guests of a mall), per
   * user, and per link.
   */
  liveConnections: 10_000,
  liveConnectionsPerAddress: 500,
  liveConnectionsPerPerson: 50,
  liveConnectionsPerLink: 20,
  /** Maximum unsent bytes of a live connection before it is closed. */
  unreadBytes: 1024 * 1024,
} as const;
