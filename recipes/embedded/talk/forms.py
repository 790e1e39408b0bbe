"""Forms: a heading and a value, several of them in a line or in lines."""

from __future__ import annotations

from talk.grammar import Kind

_PERSON = """[Name|Full name|FULL NAME|name|Patient|Patient name|Customer|Customer name|Applicant|Insured
|Policyholder|Cardholder|Account holder|Employee|Guest|Passenger|Student|Tenant|Landlord|Witness|Driver
|Owner|Contact|Emergency contact|Next of kin|Parent/guardian|Guardian|Spouse|Guarantor|Co-signer
|Beneficiary|Payee|Payer|Recipient|Sender|Ship to|Bill to|Sold to|Attention|Attn|Physician|Provider
|Referring doctor|Attending|Signed|Signature|Signed by|Approved by|Prepared by|Reported by|Manager
|Supervisor|Instructor|Author|Editor|Chair|Plaintiff|Defendant|Claimant|Buyer|Seller|Agent|Caller
|Requested by|Assigned to|Submitted by|Member|Donor|Referee|Examiner|Surgeon|Nurse|Therapist
|Borrower|Lender|Officer|Suspect|Victim|Deponent|Contact person|Name of child|Mother|Father|Reviewer]"""

KIND = Kind(
    "forms",
    """
{label}[: |: |:| - |\t| = ]{full}
{label}[: |: |: | ]{any}
{label}[: |: | ]{formal}
{label}: {caps}
{label}: [Mr.|Mrs.|Ms.|Dr.|Prof.|Mr|Ms|Dr] {any}
{label}: {full} ([{kin}|{job}|{number}|{date}|m|f])
{label}[: |:]{full}[, |; | | / ]{phone}
{label}: {full}, {org}
{label}: {full} <{mail}>
{label}: {full} and {full}
[Last name|Surname|LAST NAME|Family name|Maiden name|last_name|lastName][: |:|: | - ]{last}
[First name|Given name|FIRST NAME|Given names|Forename|Preferred name|Nickname|first_name|Middle name][: |:|: | - ]{first}
[Last|Surname]: {last.a}[, |; | | / ][First|Given name]: {first.a}
[First|first]: {first.a} [Last|last]: {last.a}[ M.I.: K| Middle: {first}|]
{backward}, [born|DOB] {date}
{formal}[, |  | ][MRN|ID|No.|case] {code}
[City|Town|Place of birth|Birthplace|Hometown|Born in|Branch|Location|LOCATION|Site|Destination|Origin][: |: | ]{city}
[Address|Home address|ADDRESS|Mailing address]: {digits} {street}, {city}[, {country}|]
[Country|State|Nationality of record|Country of birth|Province][: |: ]{country}
[Employer|Company|Insurer|Bank|Organization|Carrier|Business name|Vendor|Client][: |: ]{org}
[Hospital|Facility|Clinic|Pharmacy|Practice][: |: ]{hospital}
[School|University|College|Alma mater][: |: ]{school}
[Invoice|Order|Ticket|Claim] {code}[, | for | - ]{full}[, {amount}|]
{digits}. {full}[, | - ]{job}[, {org}|]
[Sex|Gender|SEX][: |: ][M|F|male|female|X]
[IBAN|SSN|Account number|Member ID|Policy no.|Passport no.|License|VIN|Routing number|Tax ID|PIN|CVV|NPI][: |: ]{code}
[Date|DOB|Date of birth|Date of issue|Expiry|Hired|Admitted|Discharged|Due][: |: ]{date}
[Phone|Mobile|Tel.|Fax|Home phone|Work phone|Cell][: |: ]{phone}
[E-mail|Email|Mail|EMAIL][: |: ]{mail}
[Username|Login|User][: |: ]{user}
[Amount|Total|Balance|Rent|Salary|Fee|Deposit|Premium][: |: ]{amount}
[Diagnosis|Reason for visit|Chief complaint|Allergies|History][: |: ][{illness}|none|None known|N/A|{drug}]
[Medication|Medications|Rx|Prescription][: |: ]{drug} {digits} mg
[Occupation|Job title|Position|Profession|Title|Relationship|Relation to patient][: |: ][{job}|{kin}|Retired|Self]
[Status|Marital status|Type|Priority|Department|Method|Language][: |: ][Open|Closed|Single|Married|High|Sales|Billing|Cash|Pending|Visa]
[Comments|Notes|Remarks|Description|Subject][: |: ][{thing} is late|Please call back|None|See attached|Customer was polite|Left message]
[Name|Signature|Last name|Cardholder|Guarantor|Emergency contact][: |:][ N/A| none| ____| (please print)| see above| same as above|]
[Section|Part|Page|Step|Box] {digits}[: |. | - ][Personal Information|Payment Details|Contact Information|Declaration|Terms and Conditions|Medical History]
[PERSONAL INFORMATION|EMPLOYMENT HISTORY|For Office Use Only|Please Print Clearly|Do Not Write Below This Line]
[Yes|No|Not applicable|Unknown|Declined|Self-pay|Walk-in|New Patient|Returning Customer]
""".replace("{label}", "".join(_PERSON.split("\n"))),
    joints=("\n", "\n", "; ", " ", " | ", ", ", "  "),
    most_parts=4,
)
