// Users of the demo and the pages they see after log-in.
import type { Role } from "#domain/access/roles.ts";
import { getLandingPath } from "#domain/accounts/landing.ts";
import { demoCompanies, type DemoBranch } from "#tools/demo/companies.ts";
import type { DemoVisitor } from "#tools/demo/vehicles.ts";

export const demoPassword = "Chaavi@2026";

/** Of the first staff of each branch; the next ones follow. */
export const firstDemoPin = 1_001;

export interface DemoPerson {
  role: Role;
  name: readonly [first: string, last: string];
  email: string;
  phone: string;
  /** Slugs of company and branch: 'company/branch'. */
  branchPath?: string;
  status?: "suspended";
  isAbsent?: boolean;
  department?: string;
  designation?: string;
  /** Kind of customer. */
  customerType?: "public" | "residential" | "govt" | "school_college_university";
  vehicles?: readonly Pick<DemoVisitor, "vehicleNumber" | "type">[];
  /** For switching on a shared device. */
  pin?: string;
  /** Label in the table of log-ins; without it the user is not listed. */
  logInLabel?: string;
}

interface DemoLogIn {
  role: string;
  /** Path of the log-in page. */
  path: string;
  email: string;
  password: string;
  /** Page after log-in, or the reason why there is none. */
  landing: string;
}

const platformPeople: readonly DemoPerson[] = [
  {
    role: "platform",
    name: ["Nirmala", "Sridhar"],
    email: "admin@chaavi.example",
    phone: "6000009001",
    logInLabel: "Platform administrator",
  },
  {
    role: "verifier",
    name: ["Farhan", "Sheriff"],
    email: "verifier@chaavi.example",
    phone: "6000009002",
    logInLabel: "Platform verifier",
  },
];

const customerPeople: readonly DemoPerson[] = [
  {
    role: "customer",
    name: ["Keerthana", "Iyer"],
    email: "keerthana@customer.example",
    phone: "9000001001",
    customerType: "public",
    vehicles: [
      { vehicleNumber: "TN09CK1001", type: "Hatchback" },
      { vehicleNumber: "TN07BZ4410", type: "Two wheeler" },
    ],
    logInLabel: "Customer, commercial",
  },
  {
    role: "customer",
    name: ["Sirisha", "Naidu"],
    email: "sirisha@customer.example",
    phone: "9000001002",
    customerType: "govt",
    vehicles: [{ vehicleNumber: "TS09EK1002", type: "Sedan" }],
    logInLabel: "Customer, government",
  },
  {
    role: "customer",
    name: ["Girish", "Hegde"],
    email: "girish@customer.example",
    phone: "9000001003",
    customerType: "residential",
    vehicles: [{ vehicleNumber: "KA03MK1003", type: "SUV" }],
    logInLabel: "Customer, residential",
  },
  {
    role: "customer",
    name: ["Ayesha", "Khan"],
    email: "ayesha@customer.example",
    phone: "9000001004",
    customerType: "school_college_university",
    vehicles: [{ vehicleNumber: "KA05NK1004", type: "Two wheeler" }],
    logInLabel: "Customer, school or college",
  },
];

/** Labels of listed staff, by 'company/branch role number'. */
const listedStaff: { readonly [key: string]: string } = {
  "saravana/t-nagar admin 1": "Admin",
  "saravana/t-nagar manager 1": "Manager",
  "saravana/t-nagar staff 1": "Staff, parking",
  "golconda/banjara-hills staff 1": "Staff, valet",
  "saravana/velachery staff 1": "Staff, two services",
  "kaveri/indiranagar staff 1": "Staff, three services",
  "chennai-district/rajaji-salai staff 1": "Security, government",
  "telangana-offices/lakdikapul approver 1": "Approver",
  "telangana-offices/lakdikapul employee 1": "Employee",
  "palm-grove/marathahalli staff 1": "Security, residential",
  "kaveri/mysuru-road admin 1": "Admin, branch in verification",
};

const staffNames: readonly (readonly [string, string])[] = [
  ["Senthil", "Nadar"],
  ["Revathi", "Sundaram"],
  ["Murugan", "Pandian"],
  ["Anitha", "Selvam"],
  ["Manjunath", "Gowda"],
  ["Shilpa", "Shetty"],
  ["Imran", "Ahmed"],
  ["Padma", "Rao"],
  ["Venkatesh", "Reddy"],
  ["Mary", "Fernandes"],
  ["Arun", "Kurian"],
  ["Sangeetha", "Bhat"],
  ["Salim", "Hussain"],
  ["Harika", "Chowdary"],
  ["Dinesh", "Pillai"],
  ["Nasreen", "Khan"],
  ["Balaji", "Murthy"],
];

const designations: { readonly [role in Role]?: string } = {
  admin: "Owner",
  manager: "Branch manager",
  staff: "Gate staff",
  approver: "Section officer",
  employee: "Assistant",
};

function getStaffSizes(branch: DemoBranch, isFirst: boolean): readonly (readonly [Role, number])[] {
  if (branch.status === "draft") return [["admin", 1]];
  const isOffice = branch.entity !== "commercial";
  return [
    ["admin", isFirst ? 1 : 0],
    ["manager", 1],
    ["staff", branch.services.includes("valet") ? 4 : 3],
    ["approver", branch.entity === "government" ? 2 : 0],
    ["employee", isOffice ? 4 : 2],
  ];
}

/** Returns an email such as admin.tnagar@…: the slug without hyphens, numbered from the second user on. */
function getStaffEmail(options: { role: Role; branch: string; number: number; company: string }): string {
  const { role, branch, number, company } = options;
  return `${role}${number > 1 ? number : ""}.${branch.replaceAll("-", "")}@${company}.example`;
}

function createStaff(): DemoPerson[] {
  const people: DemoPerson[] = [];
  for (const company of demoCompanies)
    for (const [index, branch] of company.branches.entries())
      for (const [role, size] of getStaffSizes(branch, index === 0))
        for (let number = 1; number <= size; number += 1) {
          const branchPath = `${company.slug}/${branch.slug}`;
          const logInLabel = listedStaff[`${branchPath} ${role} ${number}`];
          people.push({
            role,
            name: staffNames[(people.length * 7) % staffNames.length]!,
            email: getStaffEmail({ role, branch: branch.slug, number, company: company.slug }),
            phone: `60000${String(20_000 + people.length)}`,
            branchPath,
            designation: designations[role]!,
            ...(role === "staff" ? { pin: String(firstDemoPin + number - 1) } : {}),
            ...(branch.entity === "government" ? { department: "Revenue" } : {}),
            ...(logInLabel ? { logInLabel } : {}),
          });
        }
  return people;
}

const suspendedPeople: readonly DemoPerson[] = [
  {
    role: "staff",
    name: ["Prakash", "Swamy"],
    email: "suspended.tnagar@saravana.example",
    phone: "6000009003",
    branchPath: "saravana/t-nagar",
    status: "suspended",
    designation: "Gate staff",
    logInLabel: "Staff, suspended",
  },
  {
    role: "staff",
    name: ["Nandini", "Kulkarni"],
    email: "absent.tnagar@saravana.example",
    phone: "6000009004",
    branchPath: "saravana/t-nagar",
    isAbsent: true,
    designation: "Gate staff",
    logInLabel: "Staff, not marked present",
  },
];

export const demoPeople: readonly DemoPerson[] = [
  ...platformPeople,
  ...createStaff(),
  ...suspendedPeople,
  ...customerPeople,
];

function getLogInPath({ role, customerType }: DemoPerson): string {
  if (role !== "customer") return "/partner-with-us";
  if (customerType === "govt") return "/customer/government/login";
  return customerType === "school_college_university"
    ? "/customer/school-college-university/login"
    : "/customer/commercial/login";
}

function describeLanding({ role, branchPath, status, isAbsent }: DemoPerson): string {
  const [companySlug = null, branchSlug] = branchPath?.split("/") ?? [];
  const branches = demoCompanies.find(({ slug }) => slug === companySlug)?.branches ?? [];
  const ownBranch = branches.find(({ slug }) => slug === branchSlug);
  if (status === "suspended") return "log-in rejected";
  // The log-in of an admin switches to a published branch of the company.
  const branch = ownBranch?.status === "draft" ? branches.find((other) => other.status !== "draft") : ownBranch;
  const services = {
    is_parking: branch?.services.includes("parking") ?? false,
    is_valet_and_parking: branch?.services.includes("valet") ?? false,
    is_pre_booking: branch?.services.includes("pre-booking") ?? false,
  };
  const landingInput = {
    role,
    pendingCreationType: null,
    companySlug,
    branch: branch ? { slug: branch.slug, ...services } : null,
  };
  return `${getLandingPath(landingInput) ?? "/"}${isAbsent ? ", not on duty" : ""}`;
}

/** Log-ins printed by `npm start`: one user of every kind. */
export const demoLogIns: readonly DemoLogIn[] = demoPeople.flatMap((person) =>
  person.logInLabel
    ? [
        {
          role: person.logInLabel,
          path: getLogInPath(person),
          email: person.email,
          password: demoPassword,
          landing: describeLanding(person),
        },
      ]
    : [],
);
