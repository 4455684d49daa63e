// §2 §7: emails to customers and guests, and notifications on devices, in the languages of the interface. The key is the
// English text of a template's subject or paragraph, so that a template is written once. SMS are in
// sms-texts.ts; emails to staff, vendors and the platform are English, too.
import type { mailTemplates, MailTemplate, MessageChannel } from "#domain/messages/messages.ts";
import type { answerFailedText, PushDefinition, pushTemplates } from "#domain/messages/notifications.ts";
import { getKeys, isKeyOf } from "#domain/object-keys.ts";
import type { Language, TranslatedLanguage } from "#domain/people/languages.ts";

/** Emails that customers and guests get; all other emails are English. */
export const customerMails = [
  "otp",
  "reset-password",
  "password-changed",
  "confirm-email",
  "email-changed",
  "phone-changed",
  "verify-email",
  "receipt",
  "invite",
  "invite-withdrawn",
] as const satisfies readonly MailTemplate[];
type CustomerMail = (typeof mailTemplates)[(typeof customerMails)[number]];

/** A paragraph that is only a link is the same in every language. */
type ParagraphsIn<T extends string> = T extends `${infer First}\n\n${infer Rest}`
  ? ParagraphsIn<First> | ParagraphsIn<Rest>
  : T extends `{${infer Name}}`
    ? Name extends `${string}}${string}`
      ? T
      : never
    : T;
type AnswerOf<T> = T extends { answers: infer A } ? A[keyof A] : never;
type Push = (typeof pushTemplates)[keyof typeof pushTemplates];
type Answer = Extract<AnswerOf<Push>, { label: string; done: string }>;

/** Every text that must have translations. */
export type TranslatedText =
  | CustomerMail["subject"]
  | ParagraphsIn<CustomerMail["text"]>
  | Push["title" | "text" | "detail"]
  | Answer["label" | "done"]
  | typeof answerFailedText
  | "Open";

const translations = {
  Accept: { hi: "स्वीकार करें", ta: "ஏற்கவும்", te: "అంగీకరించండి", kn: "ಒಪ್ಪಿಕೊಳ್ಳಿ" },
  "A driver brings it to the gate of {branch}.": {
    hi: "ड्राइवर इसे {branch} के गेट पर ला रहा है।",
    ta: "டிரைவர் அதை {branch} கேட்டிற்குக் கொண்டு வருகிறார்.",
    te: "డ్రైవర్ దాన్ని {branch} గేట్‌కు తెస్తున్నారు.",
    kn: "ಚಾಲಕರು ಅದನ್ನು {branch} ಗೇಟ್‌ಗೆ ತರುತ್ತಿದ್ದಾರೆ.",
  },
  "A driver brings {plate} to the gate of {branch}.": {
    hi: "ड्राइवर {plate} को {branch} के गेट पर ला रहा है।",
    ta: "டிரைவர் {plate}-ஐ {branch} கேட்டிற்குக் கொண்டு வருகிறார்.",
    te: "డ్రైవర్ {plate}ను {branch} గేట్‌కు తెస్తున్నారు.",
    kn: "ಚಾಲಕರು {plate} ಅನ್ನು {branch} ಗೇಟ್‌ಗೆ ತರುತ್ತಿದ್ದಾರೆ.",
  },
  "A vehicle with debts has come in at {branch}.": {
    hi: "{branch} पर उधार वाली गाड़ी आई है।",
    ta: "{branch}-இல் பாக்கி உள்ள வாகனம் வந்துள்ளது.",
    te: "{branch}లో బాకీ ఉన్న వాహనం వచ్చింది.",
    kn: "{branch} ನಲ್ಲಿ ಬಾಕಿ ಇರುವ ವಾಹನ ಬಂದಿದೆ.",
  },
  Approve: { hi: "मंज़ूर करें", ta: "அனுமதிக்கவும்", te: "అనుమతించండి", kn: "ಅನುಮತಿಸಿ" },
  "Confirm your email": {
    hi: "अपना ईमेल पक्का करें",
    ta: "உங்கள் ஈமெயிலை உறுதிசெய்யவும்",
    te: "మీ ఈమెయిల్‌ను నిర్ధారించండి",
    kn: "ನಿಮ್ಮ ಇಮೇಲ್ ಖಚಿತಪಡಿಸಿ",
  },
  "Confirm your new email": {
    hi: "अपना नया ईमेल पक्का करें",
    ta: "உங்கள் புதிய ஈமெயிலை உறுதிசெய்யவும்",
    te: "మీ కొత్త ఈమెయిల్‌ను నిర్ధారించండి",
    kn: "ನಿಮ್ಮ ಹೊಸ ಇಮೇಲ್ ಖಚಿತಪಡಿಸಿ",
  },
  "Count your cash of {branch} to close it.": {
    hi: "इसे बंद करने के लिए {branch} का अपना कैश गिनें।",
    ta: "அதை முடிக்க {branch}-இன் உங்கள் ரொக்கத்தை எண்ணவும்.",
    te: "దాన్ని ముగించడానికి {branch}లోని మీ నగదును లెక్కించండి.",
    kn: "ಅದನ್ನು ಮುಚ್ಚಲು {branch} ನ ನಿಮ್ಮ ನಗದನ್ನು ಎಣಿಸಿ.",
  },
  "Entry requested": {
    hi: "प्रवेश का अनुरोध",
    ta: "நுழைவு கோரிக்கை",
    te: "ప్రవేశ రిక్వెస్ట్",
    kn: "ಪ್ರವೇಶ ಕೋರಿಕೆ",
  },
  "Hello {name},": { hi: "नमस्ते {name},", ta: "வணக்கம் {name},", te: "నమస్తే {name},", kn: "ನಮಸ್ಕಾರ {name}," },
  "Hello {visitor},": {
    hi: "नमस्ते {visitor},",
    ta: "வணக்கம் {visitor},",
    te: "నమస్తే {visitor},",
    kn: "ನಮಸ್ಕಾರ {visitor},",
  },
  "Here is the receipt of your visit to {branch} with {visitor}. You can download it as a PDF:": {
    hi: "{visitor} के साथ {branch} पर आपकी विज़िट की रसीद यहाँ है। आप इसे PDF के रूप में डाउनलोड कर सकते हैं:",
    ta: "{visitor} உடன் {branch}-க்கு நீங்கள் வந்ததற்கான ரசீது இதோ. இதை PDF ஆகப் பதிவிறக்கலாம்:",
    te: "{visitor}తో {branch}కు మీరు వచ్చిన సందర్శన రసీదు ఇదిగో. దీన్ని PDFగా డౌన్‌లోడ్ చేసుకోవచ్చు:",
    kn: "{visitor} ಜೊತೆ {branch} ಗೆ ನೀವು ನೀಡಿದ ಭೇಟಿಯ ರಸೀದಿ ಇಲ್ಲಿದೆ. ಇದನ್ನು PDF ಆಗಿ ಡೌನ್‌ಲೋಡ್ ಮಾಡಬಹುದು:",
  },
  "If this was not you, set a new password now: {reset_page}": {
    hi: "अगर यह आपने नहीं किया, तो अभी नया पासवर्ड बनाएँ: {reset_page}",
    ta: "இதைச் செய்தது நீங்கள் இல்லையெனில், இப்போதே புதிய பாஸ்வேர்டை அமைக்கவும்: {reset_page}",
    te: "ఇది మీరు చేయకపోతే, ఇప్పుడే కొత్త పాస్‌వర్డ్ పెట్టుకోండి: {reset_page}",
    kn: "ಇದನ್ನು ಮಾಡಿದ್ದು ನೀವಲ್ಲದಿದ್ದರೆ, ಈಗಲೇ ಹೊಸ ಪಾಸ್‌ವರ್ಡ್ ಹೊಂದಿಸಿ: {reset_page}",
  },
  "If this was not you, tell your admin at once. If you are the admin, contact us.": {
    hi: "अगर यह आपने नहीं किया, तो तुरंत अपने एडमिन को बताएँ। अगर आप ही एडमिन हैं, तो हमसे संपर्क करें।",
    ta: "இதைச் செய்தது நீங்கள் இல்லையெனில், உடனே உங்கள் நிர்வாகியிடம் தெரிவிக்கவும். நீங்களே நிர்வாகி என்றால், எங்களைத் தொடர்புகொள்ளவும்.",
    te: "ఇది మీరు చేయకపోతే, వెంటనే మీ అడ్మిన్‌కు తెలియజేయండి. మీరే అడ్మిన్ అయితే, మమ్మల్ని సంప్రదించండి.",
    kn: "ಇದನ್ನು ಮಾಡಿದ್ದು ನೀವಲ್ಲದಿದ್ದರೆ, ಕೂಡಲೇ ನಿಮ್ಮ ಅಡ್ಮಿನ್‌ಗೆ ತಿಳಿಸಿ. ನೀವೇ ಅಡ್ಮಿನ್ ಆಗಿದ್ದರೆ, ನಮ್ಮನ್ನು ಸಂಪರ್ಕಿಸಿ.",
  },
  "It is valid for 10 minutes. Never share it. We will never ask for it.": {
    hi: "यह 10 मिनट तक मान्य है। इसे किसी को न बताएँ। हम इसे कभी नहीं माँगेंगे।",
    ta: "இது 10 நிமிடங்களுக்குச் செல்லும். இதை யாரிடமும் பகிர வேண்டாம். நாங்கள் இதை ஒருபோதும் கேட்க மாட்டோம்.",
    te: "ఇది 10 నిమిషాలు చెల్లుతుంది. దీన్ని ఎవరికీ చెప్పవద్దు. మేము దీన్ని ఎప్పుడూ అడగము.",
    kn: "ಇದು 10 ನಿಮಿಷ ಮಾನ್ಯ. ಇದನ್ನು ಯಾರಿಗೂ ಹೇಳಬೇಡಿ. ನಾವು ಇದನ್ನು ಎಂದಿಗೂ ಕೇಳುವುದಿಲ್ಲ.",
  },
  Open: { hi: "खोलें", ta: "திறக்கவும்", te: "తెరవండి", kn: "ತೆರೆಯಿರಿ" },
  "Pickup offered": {
    hi: "पिकअप का प्रस्ताव",
    ta: "பிக்கப் வாய்ப்பு",
    te: "పికప్ ఆఫర్",
    kn: "ಪಿಕಪ್ ಲಭ್ಯ",
  },
  "Please confirm the new email address of your {branch} account:": {
    hi: "कृपया अपने {branch} खाते का नया ईमेल पता पक्का करें:",
    ta: "உங்கள் {branch} கணக்கின் புதிய ஈமெயில் முகவரியை உறுதிசெய்யவும்:",
    te: "దయచేసి మీ {branch} ఖాతా కొత్త ఈమెయిల్ చిరునామాను నిర్ధారించండి:",
    kn: "ದಯವಿಟ್ಟು ನಿಮ್ಮ {branch} ಖಾತೆಯ ಹೊಸ ಇಮೇಲ್ ವಿಳಾಸವನ್ನು ಖಚಿತಪಡಿಸಿ:",
  },
  "Please confirm your email for {branch}:": {
    hi: "कृपया {branch} के लिए अपना ईमेल पक्का करें:",
    ta: "{branch}-க்கான உங்கள் ஈமெயிலை உறுதிசெய்யவும்:",
    te: "దయచేసి {branch} కోసం మీ ఈమెయిల్‌ను నిర్ధారించండి:",
    kn: "ದಯವಿಟ್ಟು {branch} ಗಾಗಿ ನಿಮ್ಮ ಇಮೇಲ್ ಖಚಿತಪಡಿಸಿ:",
  },
  Reject: { hi: "नामंज़ूर करें", ta: "நிராகரிக்கவும்", te: "తిరస్కరించండి", kn: "ನಿರಾಕರಿಸಿ" },
  "Set a new password for {branch} here:": {
    hi: "{branch} के लिए नया पासवर्ड यहाँ बनाएँ:",
    ta: "{branch}-க்கான புதிய பாஸ்வேர்டை இங்கே அமைக்கவும்:",
    te: "{branch} కోసం కొత్త పాస్‌వర్డ్‌ను ఇక్కడ పెట్టుకోండి:",
    kn: "{branch} ಗಾಗಿ ಹೊಸ ಪಾಸ್‌ವರ್ಡ್ ಅನ್ನು ಇಲ್ಲಿ ಹೊಂದಿಸಿ:",
  },
  "Set your password": {
    hi: "अपना पासवर्ड बनाएँ",
    ta: "உங்கள் பாஸ்வேர்டை அமைக்கவும்",
    te: "మీ పాస్‌వర్డ్ పెట్టుకోండి",
    kn: "ನಿಮ್ಮ ಪಾಸ್‌ವರ್ಡ್ ಹೊಂದಿಸಿ",
  },
  "Show the code on this page at the gate:": {
    hi: "इस पेज पर दिया कोड गेट पर दिखाएँ:",
    ta: "இந்தப் பக்கத்தில் உள்ள கோடைக் கேட்டில் காட்டவும்:",
    te: "ఈ పేజీలోని కోడ్‌ను గేట్ వద్ద చూపించండి:",
    kn: "ಈ ಪುಟದಲ್ಲಿರುವ ಕೋಡ್ ಅನ್ನು ಗೇಟ್‌ನಲ್ಲಿ ತೋರಿಸಿ:",
  },
  "Show your OTP at {branch} to collect it.": {
    hi: "इसे लेने के लिए {branch} पर अपना OTP दिखाएँ।",
    ta: "அதைப் பெற {branch}-இல் உங்கள் OTP-ஐக் காட்டவும்.",
    te: "దాన్ని తీసుకోవడానికి {branch}లో మీ OTP చూపించండి.",
    kn: "ಅದನ್ನು ಪಡೆಯಲು {branch} ನಲ್ಲಿ ನಿಮ್ಮ OTP ತೋರಿಸಿ.",
  },
  "Somebody is at the gate of {branch} to visit you.": {
    hi: "कोई आपसे मिलने {branch} के गेट पर आया है।",
    ta: "உங்களைச் சந்திக்க ஒருவர் {branch} கேட்டில் இருக்கிறார்.",
    te: "మిమ్మల్ని కలవడానికి ఒకరు {branch} గేట్ వద్ద ఉన్నారు.",
    kn: "ನಿಮ್ಮನ್ನು ಭೇಟಿ ಮಾಡಲು ಒಬ್ಬರು {branch} ಗೇಟ್‌ನಲ್ಲಿದ್ದಾರೆ.",
  },
  "Somebody requests entry at {branch}.": {
    hi: "कोई {branch} पर प्रवेश चाहता है।",
    ta: "ஒருவர் {branch}-இல் நுழைவு கோருகிறார்.",
    te: "ఒకరు {branch}లో ప్రవేశం కోరుతున్నారు.",
    kn: "ಒಬ್ಬರು {branch} ನಲ್ಲಿ ಪ್ರವೇಶ ಕೋರುತ್ತಿದ್ದಾರೆ.",
  },
  "The email of your {branch} account is now {email}. You can no longer log in with this address.": {
    hi: "आपके {branch} खाते का ईमेल अब {email} है। अब आप इस पते से लॉग इन नहीं कर सकते।",
    ta: "உங்கள் {branch} கணக்கின் ஈமெயில் இப்போது {email}. இனி இந்த முகவரியால் லாகின் செய்ய முடியாது.",
    te: "మీ {branch} ఖాతా ఈమెయిల్ ఇప్పుడు {email}. ఇకపై ఈ చిరునామాతో లాగిన్ చేయలేరు.",
    kn: "ನಿಮ್ಮ {branch} ಖಾತೆಯ ಇಮೇಲ್ ಈಗ {email}. ಇನ್ನು ಮುಂದೆ ಈ ವಿಳಾಸದಿಂದ ಲಾಗಿನ್ ಆಗಲು ಸಾಧ್ಯವಿಲ್ಲ.",
  },
  "The link can be used once and expires in a day.": {
    hi: "लिंक एक बार इस्तेमाल हो सकता है और एक दिन में खत्म हो जाता है।",
    ta: "இந்த இணைப்பை ஒரு முறை பயன்படுத்தலாம்; ஒரு நாளில் காலாவதியாகும்.",
    te: "ఈ లింక్‌ను ఒకసారి వాడవచ్చు, ఒక రోజులో గడువు ముగుస్తుంది.",
    kn: "ಈ ಲಿಂಕ್ ಅನ್ನು ಒಮ್ಮೆ ಬಳಸಬಹುದು, ಒಂದು ದಿನದಲ್ಲಿ ಅವಧಿ ಮುಗಿಯುತ್ತದೆ.",
  },
  "The link can be used once and expires in a day. Until then your old address stays valid. If this was not you, ignore this email.":
    {
      hi: "लिंक एक बार इस्तेमाल हो सकता है और एक दिन में खत्म हो जाता है। तब तक आपका पुराना पता मान्य रहता है। अगर यह आपने नहीं किया, तो इस ईमेल को अनदेखा करें।",
      ta: "இந்த இணைப்பை ஒரு முறை பயன்படுத்தலாம்; ஒரு நாளில் காலாவதியாகும். அதுவரை உங்கள் பழைய முகவரி செல்லும். இதைச் செய்தது நீங்கள் இல்லையெனில், இந்த ஈமெயிலைப் புறக்கணிக்கவும்.",
      te: "ఈ లింక్‌ను ఒకసారి వాడవచ్చు, ఒక రోజులో గడువు ముగుస్తుంది. అప్పటి వరకు మీ పాత చిరునామా చెల్లుతుంది. ఇది మీరు చేయకపోతే, ఈ ఈమెయిల్‌ను పట్టించుకోవద్దు.",
      kn: "ಈ ಲಿಂಕ್ ಅನ್ನು ಒಮ್ಮೆ ಬಳಸಬಹುದು, ಒಂದು ದಿನದಲ್ಲಿ ಅವಧಿ ಮುಗಿಯುತ್ತದೆ. ಅಲ್ಲಿಯವರೆಗೆ ನಿಮ್ಮ ಹಳೆಯ ವಿಳಾಸ ಮಾನ್ಯವಾಗಿರುತ್ತದೆ. ಇದನ್ನು ಮಾಡಿದ್ದು ನೀವಲ್ಲದಿದ್ದರೆ, ಈ ಇಮೇಲ್ ಅನ್ನು ನಿರ್ಲಕ್ಷಿಸಿ.",
    },
  "The link can be used once and expires in an hour. If you did not request this, ignore this email; your password stays the same.":
    {
      hi: "लिंक एक बार इस्तेमाल हो सकता है और एक घंटे में खत्म हो जाता है। अगर यह अनुरोध आपने नहीं किया, तो इस ईमेल को अनदेखा करें; आपका पासवर्ड वही रहेगा।",
      ta: "இந்த இணைப்பை ஒரு முறை பயன்படுத்தலாம்; ஒரு மணி நேரத்தில் காலாவதியாகும். இதை நீங்கள் கேட்கவில்லையெனில், இந்த ஈமெயிலைப் புறக்கணிக்கவும்; உங்கள் பாஸ்வேர்டு மாறாது.",
      te: "ఈ లింక్‌ను ఒకసారి వాడవచ్చు, ఒక గంటలో గడువు ముగుస్తుంది. ఇది మీరు అడగకపోతే, ఈ ఈమెయిల్‌ను పట్టించుకోవద్దు; మీ పాస్‌వర్డ్ మారదు.",
      kn: "ಈ ಲಿಂಕ್ ಅನ್ನು ಒಮ್ಮೆ ಬಳಸಬಹುದು, ಒಂದು ಗಂಟೆಯಲ್ಲಿ ಅವಧಿ ಮುಗಿಯುತ್ತದೆ. ಇದನ್ನು ನೀವು ಕೇಳದಿದ್ದರೆ, ಈ ಇಮೇಲ್ ಅನ್ನು ನಿರ್ಲಕ್ಷಿಸಿ; ನಿಮ್ಮ ಪಾಸ್‌ವರ್ಡ್ ಬದಲಾಗುವುದಿಲ್ಲ.",
    },
  "The password of your {branch} account was changed and all devices were logged out.": {
    hi: "आपके {branch} खाते का पासवर्ड बदला गया और सभी डिवाइस लॉग आउट कर दिए गए।",
    ta: "உங்கள் {branch} கணக்கின் பாஸ்வேர்டு மாற்றப்பட்டது; எல்லாச் சாதனங்களும் வெளியேற்றப்பட்டன.",
    te: "మీ {branch} ఖాతా పాస్‌వర్డ్ మారింది, అన్ని పరికరాలు లాగ్ అవుట్ అయ్యాయి.",
    kn: "ನಿಮ್ಮ {branch} ಖಾತೆಯ ಪಾಸ್‌ವರ್ಡ್ ಬದಲಾಗಿದೆ ಮತ್ತು ಎಲ್ಲಾ ಸಾಧನಗಳು ಲಾಗ್ ಔಟ್ ಆಗಿವೆ.",
  },
  "The pickup is yours.": {
    hi: "पिकअप आपका है।",
    ta: "பிக்கப் உங்களுடையது.",
    te: "పికప్ మీదే.",
    kn: "ಪಿಕಪ್ ನಿಮ್ಮದು.",
  },
  "The request is approved.": {
    hi: "अनुरोध मंज़ूर हुआ।",
    ta: "கோரிக்கை அனுமதிக்கப்பட்டது.",
    te: "రిక్వెస్ట్ అనుమతించబడింది.",
    kn: "ಕೋರಿಕೆಯನ್ನು ಅನುಮತಿಸಲಾಗಿದೆ.",
  },
  "The request is rejected.": {
    hi: "अनुरोध नामंज़ूर हुआ।",
    ta: "கோரிக்கை நிராகரிக்கப்பட்டது.",
    te: "రిక్వెస్ట్ తిరస్కరించబడింది.",
    kn: "ಕೋರಿಕೆಯನ್ನು ನಿರಾಕರಿಸಲಾಗಿದೆ.",
  },
  "Vehicle with debts": {
    hi: "उधार वाली गाड़ी",
    ta: "பாக்கி உள்ள வாகனம்",
    te: "బాకీ ఉన్న వాహనం",
    kn: "ಬಾಕಿ ಇರುವ ವಾಹನ",
  },
  "Visitor at the gate": {
    hi: "गेट पर मेहमान",
    ta: "கேட்டில் பார்வையாளர்",
    te: "గేట్ వద్ద సందర్శకులు",
    kn: "ಗೇಟ್‌ನಲ್ಲಿ ಸಂದರ್ಶಕರು",
  },
  "Your answer did not count. Press to open the request.": {
    hi: "आपका जवाब दर्ज नहीं हुआ। अनुरोध खोलने के लिए दबाएँ।",
    ta: "உங்கள் பதில் ஏற்கப்படவில்லை. கோரிக்கையைத் திறக்க அழுத்தவும்.",
    te: "మీ సమాధానం నమోదు కాలేదు. రిక్వెస్ట్‌ను తెరవడానికి నొక్కండి.",
    kn: "ನಿಮ್ಮ ಉತ್ತರ ದಾಖಲಾಗಿಲ್ಲ. ಕೋರಿಕೆಯನ್ನು ತೆರೆಯಲು ಒತ್ತಿ.",
  },
  "Your car is at the gate": {
    hi: "आपकी कार गेट पर है",
    ta: "உங்கள் கார் கேட்டில் உள்ளது",
    te: "మీ కారు గేట్ వద్ద ఉంది",
    kn: "ನಿಮ್ಮ ಕಾರು ಗೇಟ್‌ನಲ್ಲಿದೆ",
  },
  "Your car is on the way": {
    hi: "आपकी कार आ रही है",
    ta: "உங்கள் கார் வந்து கொண்டிருக்கிறது",
    te: "మీ కారు వస్తోంది",
    kn: "ನಿಮ್ಮ ಕಾರು ಬರುತ್ತಿದೆ",
  },
  "Your cash shift is open": {
    hi: "आपकी कैश शिफ़्ट खुली है",
    ta: "உங்கள் ரொக்க ஷிஃப்ட் திறந்துள்ளது",
    te: "మీ నగదు షిఫ్ట్ తెరిచి ఉంది",
    kn: "ನಿಮ್ಮ ನಗದು ಶಿಫ್ಟ್ ತೆರೆದಿದೆ",
  },
  "Your code for {branch}": {
    hi: "{branch} के लिए आपका कोड",
    ta: "{branch}-க்கான உங்கள் கோடு",
    te: "{branch} కోసం మీ కోడ్",
    kn: "{branch} ಗಾಗಿ ನಿಮ್ಮ ಕೋಡ್",
  },
  "Your email was changed": {
    hi: "आपका ईमेल बदला गया",
    ta: "உங்கள் ஈமெயில் மாற்றப்பட்டது",
    te: "మీ ఈమెయిల్ మారింది",
    kn: "ನಿಮ್ಮ ಇಮೇಲ್ ಬದಲಾಗಿದೆ",
  },
  "Your invite to {branch}": {
    hi: "{branch} के लिए आपका आमंत्रण",
    ta: "{branch}-க்கான உங்கள் அழைப்பு",
    te: "{branch}కు మీ ఆహ్వానం",
    kn: "{branch} ಗೆ ನಿಮ್ಮ ಆಹ್ವಾನ",
  },
  "Your invite to {branch} for {from} was withdrawn. Its code is no longer valid.": {
    hi: "{branch} के लिए {from} का आपका आमंत्रण वापस ले लिया गया। इसका कोड अब मान्य नहीं है।",
    ta: "{branch}-க்கான {from} நேரத்திற்குரிய உங்கள் அழைப்பு திரும்பப் பெறப்பட்டது. அதன் கோடு இனி செல்லாது.",
    te: "{branch}కు {from} సమయానికి ఉన్న మీ ఆహ్వానం ఉపసంహరించబడింది. దాని కోడ్ ఇక చెల్లదు.",
    kn: "{branch} ಗೆ {from} ಸಮಯದ ನಿಮ್ಮ ಆಹ್ವಾನವನ್ನು ಹಿಂಪಡೆಯಲಾಗಿದೆ. ಅದರ ಕೋಡ್ ಇನ್ನು ಮಾನ್ಯವಲ್ಲ.",
  },
  "Your invite to {branch} was withdrawn": {
    hi: "{branch} के लिए आपका आमंत्रण वापस ले लिया गया",
    ta: "{branch}-க்கான உங்கள் அழைப்பு திரும்பப் பெறப்பட்டது",
    te: "{branch}కు మీ ఆహ్వానం ఉపసంహరించబడింది",
    kn: "{branch} ಗೆ ನಿಮ್ಮ ಆಹ್ವಾನವನ್ನು ಹಿಂಪಡೆಯಲಾಗಿದೆ",
  },
  "Your password was changed": {
    hi: "आपका पासवर्ड बदला गया",
    ta: "உங்கள் பாஸ்வேர்டு மாற்றப்பட்டது",
    te: "మీ పాస్‌వర్డ్ మారింది",
    kn: "ನಿಮ್ಮ ಪಾಸ್‌ವರ್ಡ್ ಬದಲಾಗಿದೆ",
  },
  "Your phone number was changed": {
    hi: "आपका फ़ोन नंबर बदला गया",
    ta: "உங்கள் போன் எண் மாற்றப்பட்டது",
    te: "మీ ఫోన్ నంబర్ మారింది",
    kn: "ನಿಮ್ಮ ಫೋನ್ ಸಂಖ್ಯೆ ಬದಲಾಗಿದೆ",
  },
  "Your receipt for {visitor} at {branch}": {
    hi: "{branch} पर {visitor} की आपकी रसीद",
    ta: "{branch}-இல் {visitor}-க்கான உங்கள் ரசீது",
    te: "{branch}లో {visitor}కు మీ రసీదు",
    kn: "{branch} ನಲ್ಲಿ {visitor} ಗಾಗಿ ನಿಮ್ಮ ರಸೀದಿ",
  },
  "Your {branch} account now uses the phone number ending in {phone_end}. Login codes are sent to that number, and the account shows its visits.":
    {
      hi: "आपका {branch} खाता अब {phone_end} पर खत्म होने वाला फ़ोन नंबर इस्तेमाल करता है। लॉग इन कोड उसी नंबर पर भेजे जाते हैं, और खाते में उसकी विज़िट दिखती हैं।",
      ta: "உங்கள் {branch} கணக்கு இப்போது {phone_end} என முடியும் போன் எண்ணைப் பயன்படுத்துகிறது. லாகின் கோடுகள் அந்த எண்ணுக்கு அனுப்பப்படும்; அந்த எண்ணின் வருகைகள் கணக்கில் காட்டப்படும்.",
      te: "మీ {branch} ఖాతా ఇప్పుడు {phone_end}తో ముగిసే ఫోన్ నంబర్‌ను వాడుతుంది. లాగిన్ కోడ్‌లు ఆ నంబర్‌కు పంపబడతాయి, దాని సందర్శనలు ఖాతాలో కనిపిస్తాయి.",
      kn: "ನಿಮ್ಮ {branch} ಖಾತೆ ಈಗ {phone_end} ಎಂದು ಕೊನೆಗೊಳ್ಳುವ ಫೋನ್ ಸಂಖ್ಯೆಯನ್ನು ಬಳಸುತ್ತದೆ. ಲಾಗಿನ್ ಕೋಡ್‌ಗಳನ್ನು ಆ ಸಂಖ್ಯೆಗೆ ಕಳುಹಿಸಲಾಗುತ್ತದೆ, ಮತ್ತು ಖಾತೆಯಲ್ಲಿ ಅದರ ಭೇಟಿಗಳು ಕಾಣುತ್ತವೆ.",
    },
  "{branch} offers you a pickup.": {
    hi: "{branch} आपको एक पिकअप दे रहा है।",
    ta: "{branch} உங்களுக்கு ஒரு பிக்கப் வழங்குகிறது.",
    te: "{branch} మీకు ఒక పికప్ ఇస్తోంది.",
    kn: "{branch} ನಿಮಗೆ ಒಂದು ಪಿಕಪ್ ನೀಡುತ್ತಿದೆ.",
  },
  "{branch} offers you the pickup of {plate}.": {
    hi: "{branch} आपको {plate} का पिकअप दे रहा है।",
    ta: "{branch} உங்களுக்கு {plate}-இன் பிக்கப்பை வழங்குகிறது.",
    te: "{branch} మీకు {plate} పికప్ ఇస్తోంది.",
    kn: "{branch} ನಿಮಗೆ {plate} ಪಿಕಪ್ ನೀಡುತ್ತಿದೆ.",
  },
  "{host} invited you to {branch} from {from} till {until}.": {
    hi: "{host} ने आपको {from} से {until} तक {branch} पर बुलाया है।",
    ta: "{host} உங்களை {from} முதல் {until} வரை {branch}-க்கு அழைத்துள்ளார்.",
    te: "{host} మిమ్మల్ని {from} నుండి {until} వరకు {branch}కు ఆహ్వానించారు.",
    kn: "{host} ನಿಮ್ಮನ್ನು {from} ರಿಂದ {until} ವರೆಗೆ {branch} ಗೆ ಆಹ್ವಾನಿಸಿದ್ದಾರೆ.",
  },
  "{otp} is your code for {branch}.": {
    hi: "{branch} के लिए आपका कोड {otp} है।",
    ta: "{branch}-க்கான உங்கள் கோடு {otp}.",
    te: "{branch} కోసం మీ కోడ్ {otp}.",
    kn: "{branch} ಗಾಗಿ ನಿಮ್ಮ ಕೋಡ್ {otp}.",
  },
  "{plate} has come in at {branch} and owes {owed}.": {
    hi: "{plate} {branch} पर आई है और उस पर {owed} उधार है।",
    ta: "{plate} {branch}-இல் வந்துள்ளது; பாக்கி {owed}.",
    te: "{plate} {branch}కు వచ్చింది, బాకీ {owed}.",
    kn: "{plate} {branch} ಗೆ ಬಂದಿದೆ, ಬಾಕಿ {owed}.",
  },
  "{plate} is at the gate of {branch}. Show your OTP to collect it.": {
    hi: "{plate} {branch} के गेट पर है। इसे लेने के लिए अपना OTP दिखाएँ।",
    ta: "{plate} {branch} கேட்டில் உள்ளது. அதைப் பெற உங்கள் OTP-ஐக் காட்டவும்.",
    te: "{plate} {branch} గేట్ వద్ద ఉంది. దాన్ని తీసుకోవడానికి మీ OTP చూపించండి.",
    kn: "{plate} {branch} ಗೇಟ್‌ನಲ್ಲಿದೆ. ಅದನ್ನು ಪಡೆಯಲು ನಿಮ್ಮ OTP ತೋರಿಸಿ.",
  },
  "{visitor} is at the gate of {branch} to visit {unit}.": {
    hi: "{visitor} {unit} आने के लिए {branch} के गेट पर है।",
    ta: "{visitor} {unit}-க்கு வருவதற்காக {branch} கேட்டில் இருக்கிறார்.",
    te: "{visitor} {unit}కు రావడానికి {branch} గేట్ వద్ద ఉన్నారు.",
    kn: "{visitor} {unit} ಗೆ ಭೇಟಿ ನೀಡಲು {branch} ಗೇಟ್‌ನಲ್ಲಿದ್ದಾರೆ.",
  },
  "{visitor} requests entry at {branch}.": {
    hi: "{visitor} {branch} पर प्रवेश चाहता है।",
    ta: "{visitor} {branch}-இல் நுழைவு கோருகிறார்.",
    te: "{visitor} {branch}లో ప్రవేశం కోరుతున్నారు.",
    kn: "{visitor} {branch} ನಲ್ಲಿ ಪ್ರವೇಶ ಕೋರುತ್ತಿದ್ದಾರೆ.",
  },
} as const satisfies { readonly [text in TranslatedText]: { readonly [language in TranslatedLanguage]: string } };

/** All of them, for the list of unread translations. */
export const messageTexts = getKeys(translations);

/** Whether a message is shown in the language of its recipient. */
export function isTranslated({ channel, template }: { channel: MessageChannel; template: string }): boolean {
  return channel === "push" || (channel === "mail" && customerMails.some((name) => name === template));
}

/** The text in the language; a text without translation, such as one of an earlier version, as it is. */
export function translateText({ text, language }: { text: string; language: Language }): string {
  return language === "en" || !isKeyOf(translations, text) ? text : translations[text][language];
}

/** Each paragraph in the language. */
export function translateParagraphs({ text, language }: { text: string; language: Language }): string {
  return text
    .split("\n\n")
    .map((paragraph) => translateText({ text: paragraph, language }))
    .join("\n\n");
}

/** All that a device shows of a notification. */
export function translatePush({ push, language }: { push: PushDefinition; language: Language }): PushDefinition {
  const translate = (text: string): string => translateText({ text, language });
  const answers = Object.entries(push.answers ?? {}).map(([name, { label, done }]) => [
    name,
    { label: translate(label), done: translate(done) },
  ]);
  return {
    ...push,
    title: translate(push.title),
    text: translate(push.text),
    detail: translate(push.detail),
    ...(push.answers && { answers: Object.fromEntries(answers) }),
  };
}
