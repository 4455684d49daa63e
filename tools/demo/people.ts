// Who can log in to the demo, and where each then lands.
import type { Role } from "#domain/roles.ts";
import { landingPath } from "#domain/rules/landing.ts";
import { companies, type DemoBranch } from "#tools/demo/places.ts";
import type { Visitor } from "#tools/demo/vehicles.ts";

export const demoPassword = "Chaavi@2026";

export interface Person {
  role: Role;
  name: readonly [first: string, last: string];
  email: string;
  phone: string;
  /** 'company/branch', by slug. */
  place?: string;
  status?: "suspended";
  isAbsent?: boolean;
  department?: string;
  designation?: string;
  /** What a customer is a customer of. */
  customerOf?: "public" | "residential" | "govt" | "school_college_university";
  vehicles?: readonly Pick<Visitor, "plate" | "type">[];
  /** How the table of log-ins calls this person; without it they are not shown there. */
  shown?: string;
}

interface DemoLogIn {
  role: string;
  /** The page to log in at. */
  path: string;
  email: string;
  password: string;
  /** The page that opens then, or why none does. */
  lands: string;
}

const platform: readonly Person[] = [
  {
    role: "platform",
    name: ["Nirmala", "Sridhar"],
    email: "admin@chaavi.example",
    phone: "6000009001",
    shown: "Platform administrator",
  },
  {
    role: "verifier",
    name: ["Farhan", "Sheriff"],
    email: "verifier@chaavi.example",
    phone: "6000009002",
    shown: "Platform verifier",
  },
];

const customers: readonly Person[] = [
  {
    role: "customer",
    name: ["Keerthana", "Iyer"],
    email: "keerthana@customer.example",
    phone: "9000001001",
    customerOf: "public",
    vehicles: [
      { plate: "TN09CK1001", type: "Hatchback" },
      { plate: "TN07BZ4410", type: "Two wheeler" },
    ],
    shown: "Customer, commercial",
  },
  {
    role: "customer",
    name: ["Sirisha", "Naidu"],
    email: "sirisha@customer.example",
    phone: "9000001002",
    customerOf: "govt",
    vehicles: [{ plate: "TS09EK1002", type: "Sedan" }],
    shown: "Customer, government",
  },
  {
    role: "customer",
    name: ["Girish", "Hegde"],
    email: "girish@customer.example",
    phone: "9000001003",
    customerOf: "residential",
    vehicles: [{ plate: "KA03MK1003", type: "SUV" }],
    shown: "Customer, residential",
  },
  {
    role: "customer",
    name: ["Ayesha", "Khan"],
    email: "ayesha@customer.example",
    phone: "9000001004",
    customerOf: "school_college_university",
    vehicles: [{ plate: "KA05NK1004", type: "Two wheeler" }],
    shown: "Customer, school or college",
  },
];

/** The few everybody shows first, by 'company/branch role number'. */
const shownStaff: { readonly [key: string]: string } = {
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

const crewNames: readonly (readonly [string, string])[] = [
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

function crewSizes(branch: DemoBranch, isFirst: boolean): readonly (readonly [Role, number])[] {
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

/** admin.tnagar@…: the slug without hyphens, numbered from the second on. */
function crewEmail(options: { role: Role; branch: string; number: number; company: string }): string {
  const { role, branch, number, company } = options;
  return `${role}${number > 1 ? number : ""}.${branch.replaceAll("-", "")}@${company}.example`;
}

function crews(): Person[] {
  const people: Person[] = [];
  for (const company of companies)
    for (const [index, branch] of company.branches.entries())
      for (const [role, size] of crewSizes(branch, index === 0))
        for (let number = 1; number <= size; number += 1) {
          const place = `${company.slug}/${branch.slug}`;
          const shown = shownStaff[`${place} ${role} ${number}`];
          people.push({
            role,
            name: crewNames[(people.length * 7) % crewNames.length]!,
            email: crewEmail({ role, branch: branch.slug, number, company: company.slug }),
            phone: `60000${String(20_000 + people.length)}`,
            place,
            designation: designations[role]!,
            ...(branch.entity === "government" ? { department: "Revenue" } : {}),
            ...(shown ? { shown } : {}),
          });
        }
  return people;
}

const stopped: readonly Person[] = [
  {
    role: "staff",
    name: ["Prakash", "Swamy"],
    email: "suspended.tnagar@saravana.example",
    phone: "6000009003",
    place: "saravana/t-nagar",
    status: "suspended",
    designation: "Gate staff",
    shown: "Staff, suspended",
  },
  {
    role: "staff",
    name: ["Nandini", "Kulkarni"],
    email: "absent.tnagar@saravana.example",
    phone: "6000009004",
    place: "saravana/t-nagar",
    isAbsent: true,
    designation: "Gate staff",
    shown: "Staff, not marked present",
  },
];

export const people: readonly Person[] = [...platform, ...crews(), ...stopped, ...customers];

function logInPath({ role, customerOf }: Person): string {
  if (role !== "customer") return "/partner-with-us";
  if (customerOf === "govt") return "/customer/government/login";
  return customerOf === "school_college_university"
    ? "/customer/school-college-university/login"
    : "/customer/commercial/login";
}

function landingFor({ role, place, status, isAbsent }: Person): string {
  const [companySlug = null, branchSlug] = place?.split("/") ?? [];
  const branch = companies.find(({ slug }) => slug === companySlug)?.branches.find(({ slug }) => slug === branchSlug);
  if (status === "suspended" || branch?.status === "draft") return "is told why not";
  const services = {
    is_parking: branch?.services.includes("parking") ?? false,
    is_valet_and_parking: branch?.services.includes("valet") ?? false,
    is_pre_booking: branch?.services.includes("pre-booking") ?? false,
  };
  const lander = {
    role,
    pendingCreationType: null,
    companySlug,
    branch: branch ? { slug: branch.slug, ...services } : null,
  };
  return `${landingPath(lander) ?? "/"}${isAbsent ? ", may not work" : ""}`;
}

/** What `npm start` prints: one person of every kind. */
export const demoLogIns: readonly DemoLogIn[] = people.flatMap((person) =>
  person.shown
    ? [
        {
          role: person.shown,
          path: logInPath(person),
          email: person.email,
          password: demoPassword,
          lands: landingFor(person),
        },
      ]
    : [],
);
