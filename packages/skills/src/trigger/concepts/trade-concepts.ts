/**
 * Concepts of trade and traffic: offices and colleagues, money abroad, devices, cars and rides,
 * companies, law. A line each, in the format of `CONCEPTS`. Written for this, without sight of any
 * set of utterances.
 */
export const TRADE_CONCEPTS: string = `
e-mail e-mails reply_to_the_email reply_all forward_the_email forward_this_email unread_emails unread_messages cc_him bcc email_signature outlook_email subject_line draft_a_reply auto-reply out-of-office thunderbird hotmail yahoo_mail mailing_list archive_the_email mark_as_read 回复邮件 转发邮件 抄送 密送 未读邮件 写邮件 发邮件 邮件主题 签名档 自动回复 草稿箱 发件人 查邮件 收邮件 新邮件 群发 标为已读 回信 回邮件
slack slack_channel slack_message microsoft_teams_chat telegram direct_message group_chat ping_the_team message_my_team channel_message dingtalk feishu lark_message 钉钉 飞书 企业微信 群聊 工作群 群消息 群里 私信 频道 群公告 建群 拉群
out_of_office_status working_from_home work_from_home home_office remote_work wfh hybrid_work co-working hot_desk hot-desking 居家办公 远程办公 在家办公 在家上班 远程工作 混合办公 共享办公
coworker coworkers colleague colleagues line_manager teammates team_lead org_chart employee_directory reports_to extension_number human_resources hr_department 同事 上司 领导 主管 组织架构 通讯录里 人事 人事部 分机号 直属领导 员工信息
business_trip business_travel travel_request travel_approval conference_trip company_travel travel_booking_tool travel_policy 出差申请 出差审批 差旅政策 公务出差 出差计划 差旅预订 去出差
performance_bonus promotion_at_work ask_for_a_raise negotiate_my_salary severance notice_period resignation_letter exit_interview fired_from quit_my_job 辞职信 离职手续 离职证明 谈薪 补偿金 赔偿金 被辞退 被开除 离职申请
expense_category groceries_spending monthly_spending rent_and_utilities money_tracker money_manager ynab financial_plan net_worth debt_snowball 餐饮支出 生活费 月支出 零花钱 理财规划 净资产 家庭账本 财务自由 日常开销
financial_advisor financial_adviser wealth_management financial_planning risk_tolerance diversify retirement_savings blackrock 理财顾问 财富管理 资产配置 风险承受 理财产品 收益率 年化收益 投资组合 私募
foreign_currency euros_to_dollars dollars_to_euros usd_to gbp eur_usd exchange_rates currency_conversion currency_exchange foreign_exchange forex rupee rupees peso pesos swiss_francs in_us_dollars renminbi 汇率多少 换成人民币 换成美元 港币 台币 韩元 卢布 兑人民币 兑美元 换外币 今日汇率
customs_duty customs_duties import_duty import_tax customs_clearance customs_declaration held_at_customs export_licence bill_of_lading shipping_container incoterms tariff tariffs 关税 清关 报关 进口税 被海关扣 集装箱 提单 海淘 海关申报 跨境电商
return_shipping drop-off_point collect_from_store click_and_collect schedule_a_pickup parcel_pickup ship_a_package send_a_parcel print_a_shipping_label postage stamps_for_a_letter registered_mail certified_letter postcard 寄包裹 寄东西 寄到外地 邮费 邮票 挂号信 明信片 打印面单 快递单 预约寄件 寄一个 寄文件 上门收件
counterfeit fake_product knock-off genuine_product not_as_described different_from_the_picture 假货 山寨 正品 是不是正品 假冒 与描述不符 货不对板 图文不符 高仿
phone smartphone iphone samsung_galaxy google_pixel huawei_phone xiaomi_phone android_phone sim_card esim phone_screen cell_phone mobile_phone roaming oneplus dual_sim phone_storage 手机 苹果手机 华为手机 小米手机 手机卡 电话卡 话费 漫游 手机坏了 手机壳 手机屏幕 换手机 三星手机 国际漫游
tablet_computer ipad kindle_reader apple_watch smartwatch smart_watch fitness_tracker apple_pencil galaxy_tab e-reader 平板 平板电脑 智能手表 电子表 苹果手表 电子阅读器 手写笔 学习机
television smart_tv tv_remote remote_control chromecast roku apple_tv fire_stick set-top_box tv_channel switch_channel soundbar samsung_tv oled_tv hdmi_input 电视 电视机 遥控器 机顶盒 投屏 换台 智能电视 电视台 开电视 关电视 调台 电视频道
smart_speaker smart_home alexa google_home homekit homepod echo_dot smart_plug philips_hue home_assistant zigbee smart_lock motion_sensor nest_thermostat smart_bulb ikea_tradfri 智能音箱 智能家居 小爱同学 天猫精灵 小度 智能插座 智能门锁 米家 人体传感器 智能开关 智能灯泡
dishwasher_error washing_machine_won't fridge_not_cooling appliance appliances broken_appliance bosch whirlpool_washer siemens_dishwasher dyson roomba robot_vacuum robot_mop air_fryer rice_cooker pressure_cooker instant_pot toaster vacuum_filter descale 家电 扫地机 扫地机器人 电饭煲 空气炸锅 高压锅 破壁机 微波炉坏 洗衣机坏 冰箱不制冷 戴森 美的 海尔 格力 热水器 抽油烟机 油烟机 净水器 饮水机 滤芯
electric_car electric_vehicle ev_charging ev_charger charging_station supercharger tesla charge_the_car hybrid_car battery_range range_anxiety wallbox plug-in_hybrid rivian chargepoint 电动汽车 新能源车 充电站 特斯拉 快充桩 续航里程 换电 新能源汽车 混动 小鹏 油电混动
petrol petrol_station gas_station diesel fuel fuel_price gas_price fill_up_the_tank fuel_consumption fuel_gauge tank_is_empty gas_prices petrol_price unleaded 加油 加油站 油价 汽油 柴油 油耗 油箱 没油了 九二号 中石化 中石油
used_car second-hand_car secondhand_car new_car buy_a_car sell_my_car car_dealer car_dealership test_drive car_loan_rate car_lease trade-in suv sedan hatchback odometer resale_value vehicle_registration licence_plate license_plate number_plate 二手车 买车 卖车 试驾 提车 越野车 轿车 车牌 上牌 汽车之家 车贷利率 选车
car_accident fender_bender rear-ended car_crash hit_and_run scratched_my_car dented_door accident_report my_car_was_hit insurance_adjuster 追尾 车祸 剐蹭 刮蹭 撞车 交通事故 定损 肇事 出险 被撞 碰瓷 走保险
seat_heating cruise_control lane_assist carplay android_auto car_window sunroof defrost windshield_wipers open_the_trunk open_the_boot tailgate heated_seats rear_window_heater seat_heater car_stereo fog_lights 座椅加热 定速巡航 车窗 天窗 后备箱 车载 除雾 雾灯 座椅通风 关车窗 开车窗 方向盘加热 氛围灯 自动泊车
taxi_driver uber_driver lyft book_a_cab call_me_a_cab call_a_taxi order_a_taxi grab_ride ride_share rideshare carpool carpooling airport_transfer airport_pickup pick_me_up_from blablacar cabbie uber_to taxis where_is_my_driver surge_pricing fare_estimate shared_ride 专车 快车 顺风车 拼车 接机 送机 打个车 叫个车 叫辆车 高德打车 司机到哪 上车点 代驾 曹操出行 打车费 预约用车 叫出租车 接我去 滴滴打车 的士
directions_to driving_directions navigate_to navigation google_maps waze fastest_route shortest_route alternative_route avoid_tolls toll toll_road motorway_exit traffic_jams roadworks accident_on_the_highway 导航 导航去 最快路线 高德 百度地图 高速费 收费站 避开拥堵 绕路 开车去 开车多久 堵不堵 限行 尾号限行 走高速
parking_garage parking_lot car_park parking_fee parking_meter parking_permit multi-storey where_did_i_park valet_parking paid_parking free_parking disabled_parking 停车费 停车位 车停哪 地下车库 停车缴费 停哪里 泊车 停车卡 月租车位 找车位
start-up startup business_plan business_model venture_capital seed_funding angel_investor pitch_to_investors entrepreneur cofounder side_hustle register_a_company 创业 商业计划书 商业模式 融资 天使轮 风投 注册公司 营业执照 创始人 副业 开公司 商业计划
competitor competitors competitor_analysis market_research swot market_share market_analysis industry_report market_trends benchmark_against 竞品 竞品分析 竞争对手 市场调研 市场份额 行业报告 行业分析 市场分析 对标
patent patents trademark trademarks copyright copyrighted intellectual_property infringement licensing_agreement open-source_license public_domain plagiarism 专利 商标 版权 知识产权 著作权 抄袭 侵权 商标注册 授权书 专利申请
tenancy eviction evicted evict security_deposit deposit_back wrongful_termination unfair_dismissal workplace_harassment discrimination employment_law labour_law labor_law tenant_rights 押金 押金不退 劳动法 劳动纠纷 辞退赔偿 租房纠纷 二房东 违约金 驱逐 职场骚扰
police_report stolen_bike pickpocket pickpocketed robbed burglary theft mugged vandalism burgled my_wallet_was_stolen report_a_theft shoplifting 被偷 小偷 盗窃 抢劫 立案 钱包被偷 入室盗窃 扒手
government_form application_form fill_in_the_form fill_out_the_form required_documents official_letter supporting_documents certified_copy apostille bureaucracy government_office civil_servant 申请表 填表格 填写表格 办理材料 办事指南 盖公章 公证书 介绍信 所需材料 办事大厅 政务服务 一网通办
cloud_bill aws_bill cloud_costs cloud_spending s3_bucket lambda_function serverless iam_role cloudwatch object_storage cdn vpc lightsail digitalocean 云服务 对象存储 云成本 云账单 存储桶 内容分发 云平台 无服务器
security_vulnerability vulnerability vulnerabilities cve cves penetration_test pentest sql_injection xss zero-day ddos encryption encrypt decrypt patch_management security_audit owasp 漏洞 安全漏洞 渗透测试 加密 解密 注入攻击 安全扫描 打补丁 高危漏洞 网络攻击 攻防
cron cron_job cronjob scheduled_job batch_job background_job etl data_pipeline airflow nightly_job workflow_automation zapier ifttt power_automate n8n 定时任务 批处理 数据管道 跑批 调度任务 自动化流程 工作流 后台任务 自动化脚本
mobile_app android_app ios_app app_development swiftui react_native xcode android_studio push_notification push_notifications app_crashes in-app_purchase 安卓应用 手机应用 推送通知 应用开发 内购 安卓开发 手机软件
recall product_recall instruction_manual user_manual user_guide assembly_instructions how_to_assemble operating_instructions troubleshooting_guide serial_number model_number 使用说明 说明书 操作手册 怎么安装 序列号 使用手册 怎么使用 安装说明
`;
